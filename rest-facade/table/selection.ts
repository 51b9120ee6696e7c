import type { Members, RecordTable } from './member.js';

/** Fields by name. */
type Fields = Map<string, Field>;
interface Field {
  /** Empty for a leaf. */
  readonly below: Fields;
  /** Whether only the verbose form reads it. */
  isVerbose: boolean;
}

/** Whether a field of a GraphQL type is a non-null ID. */
export type IsId = (path: string) => boolean;

/**
 * The GraphQL fragment of a record, and that of its verbose form: IDs first, then what the rows show, in their order,
 * then what only conditions read.
 */
export function fragmentOf({ recordName, graphType, members }: RecordTable, isId: IsId): string {
  const fields = fieldsOf(members);
  const verboseFields = new Map([...fields].filter(([, { isVerbose }]) => isVerbose));
  if (verboseFields.size < 2) return fragment(`${recordName}Record`, graphType, selection(fields, isId));
  const plain = new Map([...fields].filter(([, { isVerbose }]) => !isVerbose));
  return [
    fragment(
      `${recordName}Record`,
      graphType,
      `${selection(plain, isId)} ...${recordName}Verbose @include(if: $verbose)`,
    ),
    fragment(`${recordName}Verbose`, graphType, selection(verboseFields, isId, '', true)),
  ].join('\n');
}

const fragment = (name: string, type: string, fields: string) => `fragment ${name} on ${type} { ${fields} }`;

/** The fields that a table reads, as a tree. */
function fieldsOf(members: Members): Fields {
  const fields: Fields = new Map();
  const add = (reads: readonly string[], isVerbose: boolean) => {
    for (const read of reads) {
      if (!read.startsWith('parent.'))
        addPath(fields, read.replace('?', '').split('.'), isVerbose || read.endsWith('?'));
    }
  };
  for (const { reads, isVerbose } of Object.values(members)) add(reads, isVerbose === true);
  for (const { condition, isVerbose } of Object.values(members)) add(condition?.reads ?? [], isVerbose === true);
  return fields;
}

function addPath(fields: Fields, [name = '', ...rest]: readonly string[], isVerbose: boolean): void {
  const field = fields.get(name) ?? { below: new Map<string, Field>(), isVerbose };
  field.isVerbose &&= isVerbose;
  fields.set(name, field);
  if (rest.length > 0) addPath(field.below, rest, isVerbose);
}

/** @param isIncluded whether the verbose form is a condition of the whole selection already */
function selection(fields: Fields, isId: IsId, path = '', isIncluded = false): string {
  const entries = [...fields];
  const isFirst = ([name]: readonly [string, Field]) => isId(path + name);
  return [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))]
    .map(([name, { below, isVerbose }]) => {
      const directive = isVerbose && !isIncluded ? ' @include(if: $verbose)' : '';
      const inner = below.size > 0 ? ` { ${selection(below, isId, `${path}${name}.`, isVerbose || isIncluded)} }` : '';
      return `${name}${directive}${inner}`;
    })
    .join(' ');
}
