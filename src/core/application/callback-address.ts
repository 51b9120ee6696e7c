/** Schemes that a browser would execute, or read from the local disk. */
const REFUSED = new Set(['javascript', 'vbscript', 'data', 'file', 'blob', 'filesystem', 'about', 'view-source']);

/**
 * Whether a URL is an acceptable callback: absolute, and either http(s) or of a private-use scheme, as in phone apps
 * (`com.example.app:/callback`, RFC 8252 §7.1).
 */
export function isCallbackAddress(text: string): boolean {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(\S+)$/i.exec(text) ?? [];
  if (rest === '' || REFUSED.has(scheme.toLowerCase()) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '' && (!/^https?$/i.test(scheme) || /^\/\/[^/?#]/.test(rest));
}
