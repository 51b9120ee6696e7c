// Runs every example once, on the demo conferences: node dist/docs/frontend/main.js http://127.0.0.1:8080
import { comment } from './comment.js';
import { ask, type Graph } from './graph.js';
import { logIn } from './log-in.js';
import { TalksOfEventDocument } from './operations.generated.js';
import { upcomingEvents } from './pages.js';
import { programmeOfDay } from './programme.js';
import { star } from './star.js';
import { askStored } from './stored.js';

const [base = 'http://127.0.0.1:8080', username = 'attendee', password = 'lectern-demo'] = process.argv.slice(2);
const visitor: Graph = { base };

const { languages } = await askStored(visitor, 'LanguageCollection', { offset: 0, limit: 20 });
console.log(`Talks are given in ${languages.totalCount} languages.`);

const attendee = await logIn(visitor, { clientId: 'demo', clientSecret: 'demo-secret', username, password });
if (attendee === null) throw new Error('The username or the password is wrong.');

for await (const { id, name, startDate, location } of upcomingEvents(attendee, 5)) {
  console.log(`${startDate.slice(0, 10)}  ${name}, ${location}`);
  const programme = await programmeOfDay(visitor, id, startDate.slice(0, 10));
  console.log(`  ${programme?.talks.totalCount} talks on the first day, ${programme?.now.length} of them now`);
  const { event } = await ask(attendee, TalksOfEventDocument, { id });
  const [talk] = event?.talks.nodes ?? [];
  if (!talk) continue;
  await star(attendee, talk, ({ title, starCount }) => console.log(`  ★ ${starCount}  ${title}`));
  console.log('  A comment without a word:', await comment(attendee, { talkId: talk.id, rating: 5, text: '' }));
  break;
}
