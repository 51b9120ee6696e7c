import type { Bind } from './code.js';
import type { Member, Members, Serialize } from './member.js';

type Entry = readonly [name: string, member: Member<never, never>];

/**
 * Compiles a table of members to a serializer that builds each form with an object literal, as it would be written by
 * hand. A loop over the members takes several times as long.
 */
export function compile<Node>(members: Members): Serialize<Node> {
  const constants: unknown[] = [];
  const bind: Bind = (value) => `constant${constants.push(value) - 1}`;
  const functionOf = (isVerbose: boolean) =>
    `function ${isVerbose ? 'verbose' : 'plain'}(node, request, viewer, parent) { ${bodyOf(members, isVerbose, bind)} }`;
  const source = `${functionOf(false)}
    ${functionOf(true)}
    return (node, request, viewer, parent) => (request.verbose ? verbose : plain)(node, request, viewer, parent);`;
  // The source derives from tables in this folder alone, never from a request.
  const create = new Function(...constants.map((_, index) => `constant${index}`), source);
  return create(...constants) as Serialize<Node>;
}

function bodyOf(members: Members, isVerbose: boolean, bind: Bind): string {
  const entries = isVerbose ? verboseEntries(members) : plainEntries(members);
  const firstOptional = entries.findIndex(([, { only }]) => only !== undefined);
  const start = firstOptional === -1 ? entries : entries.slice(0, firstOptional);
  const literal = start.map(([name, { code }]) => `${JSON.stringify(name)}: ${code(bind)}`);
  return [
    isVerbose ? guardOf(entries) : '',
    `const record = { ${literal.join(', ')} };`,
    ...entries.slice(start.length).map((entry) => statementOf(entry, bind)),
    'return record;',
  ].join('\n');
}

const plainEntries = (members: Members): Entry[] => Object.entries(members).filter(([, { isVerbose }]) => !isVerbose);

function verboseEntries(members: Members): Entry[] {
  const entries = Object.entries(members);
  return entries.flatMap((entry) => {
    if (entry[1].verboseAfter !== undefined) return [];
    return [entry, ...entries.filter(([, { verboseAfter }]) => verboseAfter === entry[0])];
  });
}

function statementOf([name, { code, only, condition }]: Entry, bind: Bind): string {
  const target = `record[${JSON.stringify(name)}]`;
  const value = code(bind);
  if (only === undefined) return `${target} = ${value};`;
  if (condition) return `if (${condition.code(bind)}) ${target} = ${value};`;
  return `{ const value = ${value}; if (value !== null) ${target} = value; }`;
}

/** Throws if the operation did not select the verbose form. */
function guardOf(entries: readonly Entry[]): string {
  const read = entries.find(([, { isVerbose }]) => isVerbose)?.[1].reads[0];
  const [field] = read?.split('.') ?? [];
  return field === undefined
    ? ''
    : `if (node.${field} === undefined) throw new Error('The operation did not select the verbose form');`;
}
