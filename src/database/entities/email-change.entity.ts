import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.js';

/** A new e-mail address that has not taken effect yet. The tokens of its links are stored as SHA-256. */
export const EmailChange = defineEntity({
  name: 'EmailChange',
  tableName: 'email_changes',
  properties: {
    user: p.manyToOne(User).primary(),
    newEmail: p.text(),
    /** Hash of the link sent to the new address. */
    confirmationHash: p.text(),
    /** Hash of the link sent to the current address; null if the password authorised the change. */
    authorisationHash: p.text().nullable(),
    /** Hashes of the cancellation links sent to the current address, newest first, also those of replaced changes. */
    cancellationHashes: p.array(),
    confirmedAt: p.datetime().nullable(),
    authorisedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
});
