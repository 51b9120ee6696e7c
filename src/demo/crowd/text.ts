import type { Random } from '../seed/random.js';
import { crowd } from '../data/index.js';

const { commentEndings, commentMiddles, commentOpenings, cities, sentences, topics } = crowd;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Fills the placeholders of a phrase with two distinct subjects and a city, at random unless given. */
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

/** Generates 300 to 600 characters of distinct sentences. */
export function paragraph(random: Random): string {
  const chosen = random.sample(sentences, random.between(4, 7));
  return chosen.map((sentence) => phrase(sentence, random)).join(' ');
}

/** Generates one to four sentences of feedback. */
export function feedback(random: Random): string {
  const parts = [random.pick(commentOpenings)];
  for (const middle of random.sample(commentMiddles, random.between(0, 2))) parts.push(phrase(middle, random));
  if (random.chance(0.3)) parts.push(random.pick(commentEndings));
  return parts.join(' ');
}
