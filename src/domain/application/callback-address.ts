/** Schemes whose addresses a browser would run, or read from the disk of whoever follows them. */
const REFUSED = new Set(['javascript', 'vbscript', 'data', 'file', 'blob', 'filesystem', 'about', 'view-source']);

/**
 * Whether an application may be called back at this address: an absolute one, on the web or of a scheme that the
 * application has for itself, as phone apps do (`com.example.app:/callback`, RFC 8252 §7.1).
 */
export function isCallbackAddress(text: string): boolean {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(\S+)$/i.exec(text) ?? [];
  if (rest === '' || REFUSED.has(scheme.toLowerCase()) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '' && (!/^https?$/i.test(scheme) || /^\/\/[^/?#]/.test(rest));
}
