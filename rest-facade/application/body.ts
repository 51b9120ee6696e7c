import { body } from '../body/body.js';
import { optionalText, text } from '../body/rows.js';

const described = { name: text('name'), description: text('description') };

/** A new application (contract §2.4); absent members are empty. */
export const applicationBody = body({ ...described, callback_url: text('callbackUrl') });

/** A replacement of an application; an absent callback URL preserves the stored one. */
export const applicationReplacementBody = body({ ...described, callback_url: optionalText('callbackUrl') });
