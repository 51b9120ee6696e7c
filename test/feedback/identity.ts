import { createHash } from 'node:crypto';

/** The only author of comments in a test, with names that occur nowhere else, and are too long for an ETag by chance. */
export const AUTHOR = {
  id: '987650123',
  username: 'quillfeather',
  name: 'Quillamena Featherstone',
  email: 'quill@nib.example',
};
/** The name of an application that only the author uses. */
export const RARE_APPLICATION = 'Inkwell for Palm';

export const avatarHashOf = (email: string): string => createHash('md5').update(email).digest('hex');

const base64 = (text: string): string => Buffer.from(text).toString('base64url');

/** Everything that identifies the author: names, ID, address, hash, and the application that only the author uses. */
const marks: readonly string[] = [
  ...Object.values(AUTHOR),
  ...AUTHOR.name.split(' '),
  avatarHashOf(AUTHOR.email),
  base64(`User:${AUTHOR.id}`),
  RARE_APPLICATION,
];

/** The marks of the author in a text, in any case. */
export function marksIn(text: string): string[] {
  const lower = text.toLowerCase();
  return marks.filter((mark) => lower.includes(mark.toLowerCase()));
}
