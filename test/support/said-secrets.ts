/** Extracts the confidential values of requests. */

const NAMES = 'password|old_?password|client_?secret|consumer_?secret|token|code_verifier';
/** A member of JSON, also of JSON inside a form. */
const IN_JSON = new RegExp(`("(?:${NAMES})"\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"`, 'gi');
/** A literal in the text of an operation, which is JSON in JSON. */
const IN_OPERATION = new RegExp(`(\\b(?:${NAMES})\\s*:\\s*)\\\\"((?:[^"\\\\]|\\\\[^"])*)\\\\"`, 'gi');
const IN_FORM = new RegExp(`((?:^|[&\\n])(?:${NAMES}|code)=)([^&\\n]*)`, 'gi');
/** An access token, anywhere. */
export const ACCESS_TOKEN = /lec_[\w-]{43}/g;

const decoded = (text: string, decode: (text: string) => string): string => {
  try {
    return decode(text);
  } catch {
    // A malformed escape is kept undecoded: hostile requests are part of the tests.
    return text;
  }
};

/** @param text the query of the URL, and the body */
export function secretsIn(authorization: string | undefined, text: string): string[] {
  const json = [...text.matchAll(IN_JSON)].map(([, , value = '']) =>
    decoded(`"${value}"`, (one) => String(JSON.parse(one))),
  );
  const operation = [...text.matchAll(IN_OPERATION)].map(([, , value = '']) => value);
  const form = [...text.matchAll(IN_FORM)].map(([, , value = '']) =>
    decoded(value.replaceAll('+', ' '), decodeURIComponent),
  );
  const tokens = `${authorization ?? ''} ${text}`.match(ACCESS_TOKEN) ?? [];
  return [...json, ...operation, ...form, ...tokens];
}

/** The same text, without them. */
export const withoutSecrets = (text: string): string =>
  text.replace(IN_JSON, '$1""').replace(IN_OPERATION, '$1""').replace(IN_FORM, '$1').replace(ACCESS_TOKEN, '');
