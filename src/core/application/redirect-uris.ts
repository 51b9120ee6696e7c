/** The loopback addresses of RFC 8252 §7.3. Not `localhost`: another process may listen on the other address family. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(?=[/?]|$)/;
const MAX_PORT = 65_535;

/** A redirect URI without the port, if it is a loopback address: native applications listen on any free port. */
function withoutLoopbackPort(uri: string): string {
  return uri.replace(LOOPBACK, (whole, host: string, port = '0') => (Number(port) > MAX_PORT ? whole : host));
}

/**
 * Whether an application has registered a redirect URI: compared as texts, without normalization (RFC 9700 §2.1).
 *
 * @param registered absolute URIs, or paths of the service itself
 * @param origin scheme, host and port of the service
 */
export function isRegisteredUri(requested: string, registered: readonly string[], origin: string): boolean {
  return registered.some((uri) => {
    // The port of the service itself is part of its address, also on a loopback address.
    if (uri.startsWith('/')) return requested === origin + uri;
    return requested === uri || withoutLoopbackPort(requested) === withoutLoopbackPort(uri);
  });
}

/** `com.example.app:/callback`: a scheme in reverse domain notation (RFC 8252 §7.1). */
const PRIVATE_USE = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:\/./i;
/** Other characters, which percent-encoding may hide, would have a meaning in headers that name the host. */
const HOST = /^[\w.-]+$/;
const WEB = /^https:\/\/[^/?]/i;

/**
 * Whether an application may register a redirect URI: an https URL, a loopback URL or a URI of a private-use scheme,
 * without credentials and fragment (RFC 6749 §3.1.2, RFC 8252).
 */
export function isRedirectUri(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || /[#"'<>\\^`{|}]/.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return false;
  return (WEB.test(text) && HOST.test(hostname)) || LOOPBACK.test(text) || PRIVATE_USE.test(text);
}
