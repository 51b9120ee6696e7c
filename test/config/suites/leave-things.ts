import { expect, it, jest } from '@jest/globals';
import { Clock } from '../../../src/core/date/clock.js';

const KEY = 'suites';
const moduleState: string[] = [];

/** A suite that expects no state of another one, and leaves all state that a careless suite can leave. */
export function findNothingAndLeaveEverything(): void {
  const before = Number(Reflect.get(Clock, KEY) ?? 0);
  Reflect.set(Clock, KEY, before + 1);

  it(`shares the modules of the service with ${before} earlier suites`, () => undefined);

  it('finds no other state of an earlier suite', () => {
    expect({
      moduleState,
      variable: process.env['LEFT_BEHIND'],
      path: process.env['PATH'] === '',
      listeners: process.listenerCount('SIGHUP'),
      isInRoot: process.cwd() === '/',
      isFakeClock: Date.now() < 1_000,
      isFakeTimer: Reflect.has(setTimeout, 'clock'),
      isMocked: jest.isMockFunction(Math.random),
    }).toEqual({
      ...{ moduleState: [], variable: undefined, path: false, listeners: 0, isInRoot: false },
      ...{ isFakeClock: false, isFakeTimer: false, isMocked: false },
    });
  });

  it('has the timeout of the configuration', async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it('leaves state of every kind', () => {
    moduleState.push('left');
    process.env['LEFT_BEHIND'] = 'left';
    process.env['PATH'] = '';
    process.on('SIGHUP', () => undefined);
    process.chdir('/');
    jest.spyOn(Math, 'random').mockReturnValue(0);
    jest.useFakeTimers({ now: 1 });
    // Affects the next suite unless it is reset: this one has already read it.
    jest.setTimeout(1);
  });
}
