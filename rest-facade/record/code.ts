/** Makes a value available to generated code, and returns its name there. */
export type Bind = (value: unknown) => string;
/** Returns a JavaScript expression of `node`, `request`, `viewer` and `parent`. */
export type Code = (bind: Bind) => string;

const PATH = /^[a-z]\w*(\.[a-z]\w*)*$/i;
const PARAMETER = /\{([\w.]+)\}/;

/** The value at a path; null if an object on the path is null. */
export function pathCode(path: string): string {
  if (!PATH.test(path)) throw new Error(`${path} is not a path of GraphQL fields`);
  if (path.startsWith('parent.')) return path;
  return path.includes('.') ? `(node.${path.replaceAll('.', '?.')} ?? null)` : `node.${path}`;
}

/** The paths in a URL template: `/talks/{id}/comments` reads `id`. */
export const pathsOf = (template: string): string[] => template.split(PARAMETER).filter((_, index) => index % 2 === 1);

/** A URL. @param isOptional whether it is null if a parameter is null */
export function templateCode(
  base: string,
  template: string,
  isOptional: boolean,
  encode?: (text: string) => string,
): Code {
  const values = pathsOf(template).map(pathCode);
  return (bind) => {
    const valueOf = (path: string) => (encode ? `${bind(encode)}(${pathCode(path)})` : pathCode(path));
    const parts = template
      .split(PARAMETER)
      .map((part, index) => (index % 2 === 1 ? valueOf(part) : JSON.stringify(part)))
      .filter((part) => part !== '""');
    const url = [base, ...parts].join(' + ');
    return isOptional ? `${values.map((value) => `${value} === null`).join(' || ')} ? null : ${url}` : url;
  };
}
