import { body } from '../body/body.js';
import { text } from '../body/rows.js';

/** A speaker name of a talk and a username (contract §3.5). */
export const speakerBody = body({
  display_name: text('speakerName'),
  username: text('username'),
});
