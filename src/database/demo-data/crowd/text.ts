import type { Random } from '../random.js';
import { commentEndings, commentMiddles, commentOpenings } from './feedback-phrases.js';
import { cities } from './names.js';
import { sentences, topics } from './phrases.js';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Fills in a phrase: two different subjects and a place, drawn anew each time unless the place is given. */
export function phrase(pattern: string, random: Random, city = random.pick(cities)[0]): string {
  if (!pattern.includes('{')) return pattern;
  const first = random.between(0, topics.length - 1);
  const topic = topics[first]!;
  const other = topics[(first + random.between(1, topics.length - 1)) % topics.length]!;
  return pattern
    .replace('{topic}', topic)
    .replace('{Topic}', capital(topic))
    .replace('{other}', other)
    .replace('{Other}', capital(other))
    .replace('{city}', city);
}

/** Some 300 to 600 characters of different sentences. */
export function paragraph(random: Random): string {
  const chosen = random.sample(sentences, random.between(4, 7));
  return chosen.map((sentence) => phrase(sentence, random)).join(' ');
}

/** One to four sentences of feedback. */
export function feedback(random: Random): string {
  const parts = [random.pick(commentOpenings)];
  for (const middle of random.sample(commentMiddles, random.between(0, 2))) parts.push(phrase(middle, random));
  if (random.chance(0.3)) parts.push(random.pick(commentEndings));
  return parts.join(' ');
}
