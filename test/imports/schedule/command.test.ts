import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { commandLine, type CommandLine } from '../../cli/command.js';
import { createEvent } from '../../support/factories.js';
import { dataFolder } from '../../support/data-folder.js';

let line: CommandLine;
let event: string;
let folder: string;
beforeAll(async () => {
  line = await commandLine();
  event = await createEvent(line.database.pool);
  folder = await dataFolder();
  await mkdir(folder, { recursive: true });
});

async function run(content: string, ...options: string[]) {
  const file = join(folder, 'schedule');
  await writeFile(file, content);
  return line.lectern('import', 'schedule', '--event', event, '--from', file, ...options);
}
const report = async (content: string, ...options: string[]) =>
  JSON.parse((await run(content, ...options, '--json')).output) as Record<string, unknown>;
const csv = (...rows: string[]) => ['id,title,start', ...rows].join('\n');
const counts = { added: 0, changed: 0, moved: 0, removed: 0, kept: 0, unchanged: 0, problems: [], problemKinds: [] };

describe('import schedule', () => {
  it('imports a file after a dry run', async () => {
    const file = csv('1,A,2026-06-01 10:00', '2,B,2026-06-31 10:00');
    const text = [
      'Read as csv in UTF-8; times without an offset in Europe/Amsterdam.',
      'Columns: id, title, start. Not imported: none.',
      '1 added, 0 changed, 0 moved, 0 removed, 0 kept, 0 unchanged',
      'row 3: start: Not a date and time: "2026-06-31 10:00"; skipped.',
    ];
    expect(await run(file, '--dry-run')).toEqual({
      code: 0,
      output: `${text.join('\n')}\nDry run: nothing was changed.\n`,
      errors: '',
    });
    expect((await run(file)).output).toBe(`${text.join('\n')}\nImported into event ${event}.\n`);
    expect(await report(csv('1,A,2026-06-01 10:00'))).toMatchObject({ ...counts, unchanged: 1 });
  });

  it('counts repeated problems, and says that nothing was imported', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => `${index + 10},A,2026-06-31 10:00`);
    const { output } = await run(csv(...rows), '--dry-run');
    expect(output.split('\n').filter((line) => line.startsWith('row'))).toHaveLength(3);
    expect(output).toContain('… and 2 more of this kind\n');
    expect((await run('<html></html>')).output).toMatch(/The file is a web page\..*\nNothing was imported\.\n$/);
  });

  it('says that nothing was imported if no talk is in the event, whose days it names', async () => {
    const { output } = await run('title,start\nA,2025-06-01 10:00');
    expect(output).toMatch(/The talk starts on 1 June 2025 at 10:00 \(the event: .* 2026\), before the first day/);
    expect(output).toMatch(/\nNothing was imported\.\n$/);
  });

  it('names the properties of a calendar that are not imported', async () => {
    const entry = [
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20260601T100000',
      'SUMMARY:A',
      'URL:https://example.org',
      'END:VEVENT',
    ];
    const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...entry, 'END:VCALENDAR', ''].join('\r\n');
    expect((await run(file, '--dry-run')).output).toContain('Columns or properties that are not imported: URL.\n');
  });

  it('overwrites corrections by hosts only if required', async () => {
    await line.database.pool.query("update talks set title = 'Ours'");
    expect(await report(csv('1,New,2026-06-01 10:00'))).toMatchObject({
      unchanged: 1,
      problems: [{ reason: 'BOTH_CHANGED' }],
    });
    expect(await report(csv('1,New,2026-06-01 10:00'), '--overwrite')).toMatchObject({ ...counts, changed: 1 });
  });

  it('distinguishes sources, maps columns and prunes', async () => {
    const map = join(folder, 'columns.json');
    await writeFile(map, '{"id": "Nr", "title": "Titel", "start": "Beginn"}');
    const options = ['--map', map, '--source', 'second'];
    expect(await report('Titel,Beginn,Nr\nX,2026-06-01 11:00,1\n', ...options)).toMatchObject({ ...counts, added: 1 });
    expect(await report('Titel,Beginn,Nr\nY,2026-06-01 12:00,2\n', ...options, '--prune')).toMatchObject({
      ...counts,
      added: 1,
      removed: 1,
    });
    expect(await report(csv('1,New,2026-06-01 10:00'))).toMatchObject({ ...counts, unchanged: 1 });
    expect(await report('Titel,Beginn,Nr\nY,2026-06-01 12:00,2\n', '--source', 'second')).toMatchObject({
      unchanged: 1,
    });
    await writeFile(map, '{"titel": "Titel"}');
    expect((await run('x', '--map', map)).errors).toContain('must be a JSON object of these fields');
  });

  it('rejects a missing file or event, and a URL without TLS', async () => {
    const from = (address: string) => line.lectern('import', 'schedule', '--event', event, '--from', address);
    expect(await from(join(folder, 'none'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('cannot be read (ENOENT)'),
    });
    expect(await from('http://127.0.0.1:1/x.csv')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is not an https URL'),
    });
    expect(await from('file:///etc/passwd')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is not an https URL'),
    });
    expect(await from('https://127.0.0.1:1/x.csv')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('cannot be reached'),
    });
    event = '999999';
    expect(await run(csv())).toMatchObject({ code: 1, errors: expect.stringContaining('No event 999999') });
  });
});
