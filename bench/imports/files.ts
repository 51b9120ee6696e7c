/** A schedule that is imported into an empty event. */
export interface ImportedFile {
  readonly name: string;
  readonly talks: number;
  readonly text: string;
  /** The most CPU time, as a part of that of release 1.0.0. */
  readonly most?: number;
}

const HEADING = 'title,start,duration,speakers,track,room';
const numbered = (count: number, row: (number: number) => string): string =>
  [HEADING, ...Array.from({ length: count }, (_, number) => row(number))].join('\n');
/** Talks with two speakers and a track each. */
const distinct = (count: number): string =>
  numbered(count, (number) => {
    const time = `${String(9 + (number % 8)).padStart(2, '0')}:00`;
    return `Talk ${number},2026-06-01 ${time},30,Ada ${number}|Grace,Track ${number % 20},Room ${number % 9}`;
  });

/** Each is imported in every round. */
export const importedFiles: readonly ImportedFile[] = [
  { name: '1 000 distinct titles', talks: 1_000, text: distinct(1_000), most: 1.1 },
  { name: '5 000 distinct titles', talks: 5_000, text: distinct(5_000) },
  { name: '5 000 equal titles', talks: 5_000, text: numbered(5_000, () => 'Lunch,2026-06-01 12:00,30,,,'), most: 0.5 },
];
