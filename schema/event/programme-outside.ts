import { countOutside } from '../../src/core/event/programme-outside.js';
import type { EventRow } from '../../src/core/reads/events.js';
import { field } from '../fields.js';
import { computed } from '../object-type.js';

/** The member of payloads whose mutation may leave talks outside the event. */
export const programmeOutside = computed(
  field.int(
    'Number of talks that start outside the days of the event, that is neither on its first day, its last day or between them, in its time zone, nor less than 24 hours after its end. They stay as they are, and can be edited without changing their start; `shiftProgramme` moves the programme.',
  ),
  ({ event }: { readonly event: EventRow }, context) => countOutside(context, event),
);
