import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../../src/config/operator-error.js';
import { S3RVER_KEY, startS3rver } from '../../test/support/object-store.js';
import type { Site } from '../site.js';
import { Machine } from './machine.js';
import type { Block } from './page.js';
import { LECTERN } from './units.js';

/** The machines of docs/scale.md by the last part of their address. */
const MACHINES = { lb: 10, app1: 11, app2: 12, db1: 21, db2: 22, db3: 23 } as const;
/** The object store of the page, and the access keys that stand for those of its provider. */
const STORE = { last: 30, port: 9000, bucket: 'lectern' };
const ACCESS_KEYS = /\b(?:access-key|secret-key)\b/g;
const BLOCK_WITHIN_MS = 180_000;
const MAX_SAID = 500;

/** What the commands of the page mean here: systemd, Debian's packages and other machines are those of the test. */
const PRELUDE = `
call() {
  node -e 'fetch(process.argv[1]).then(async (response) => {
    if (!response.ok) throw new Error(await response.text());
  }).catch((error) => { console.error(error.message); process.exit(1); })' "$OPERATOR/$NAME/$1/$2"
}
systemctl() {
  local word words=()
  for word; do if [[ $word != --* ]]; then words+=("$word"); fi; done
  call "\${words[@]}"
}
apt-get() { local package; for package in "\${@:3}"; do call install "$package"; done; }
sudo() { PGHOST=$ROOT/var/run/postgresql PGUSER=postgres "\${@:3}"; }
npm() { node ${LECTERN} "\${@:4}"; }
scp() {
  local path=\${1#*:} other=\${ROOT%/*}/\${1%%:*}
  sed "s|$other|$ROOT|g" "$other\${path#"$ROOT"}" > "$2"
}
`;

/** An operator who runs the commands of docs/scale.md on machines of their own. */
export class Operator {
  readonly machines: Readonly<Record<keyof typeof MACHINES, Machine>>;
  readonly #network: string;
  #control = '';

  private constructor(machines: Operator['machines'], network: string) {
    this.machines = machines;
    this.#network = network;
  }

  /** Provides machines without any service. They are off after the fault. */
  static async begin(site: Site): Promise<Operator> {
    // Loopback has 2²⁴ addresses: the machines use the usual ports, and do not meet those of another test.
    const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.`;
    const parent = await site.folder();
    const named = Object.entries(MACHINES).map(([name, last]) => {
      const address = `${network}${last}`;
      return [name, new Machine(name, address, join(parent, address))] as const;
    });
    const operator = new Operator(Object.fromEntries(named) as unknown as Operator['machines'], network);
    for (const [, machine] of named) {
      await machine.prepare();
      site.cleanup.add(() => machine.end());
    }
    const store = await startS3rver({ ...STORE, host: `${network}${STORE.last}` });
    site.cleanup.add(() => store.remove());
    await operator.#listen(site);
    return operator;
  }

  /** Runs a block on each of its machines. @throws OperatorError if a command fails */
  async run({ machines, script }: Block): Promise<void> {
    for (const name of machines) await this.#runOn(this.#machine(name), script);
  }

  async #runOn({ name, address, root }: Machine, script: string): Promise<void> {
    const here = script
      // Connections between addresses of loopback come from 127.0.0.1.
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', this.#network)
      .replaceAll(ACCESS_KEYS, S3RVER_KEY)
      .replaceAll(/(?<![\w/])\/(?=(?:etc|srv|var\/lib|var\/run)\/)/g, `${root}/`);
    const env = { PATH: process.env['PATH'], NAME: name, ADDRESS: address, ROOT: root, OPERATOR: this.#control };
    const options = { cwd: root, env, timeout: BLOCK_WITHIN_MS };
    await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', PRELUDE + here], options).catch(
      (error: unknown) => {
        const { stderr } = error as { stderr: string };
        const problems = Object.values(this.machines).flatMap((machine) => machine.problems());
        const said = stderr.trim().slice(-MAX_SAID);
        throw new OperatorError([`${name}: ${said}`, `in: ${script}`, ...problems].join('\n'), { cause: error });
      },
    );
  }

  #machine(name: string): Machine {
    const machine = Reflect.get(this.machines, name) as Machine | undefined;
    if (!machine) throw new OperatorError(`docs/scale.md has no machine ${name}`);
    return machine;
  }

  /** Serves `/machine/verb/name` to the commands of the page. */
  async #listen(site: Site): Promise<void> {
    const server = createServer((request, response) => {
      const [, name = '', verb = '', unit = ''] = (request.url ?? '').split('/');
      const machine = this.#machine(name);
      const verbs: Readonly<Record<string, () => Promise<void>>> = {
        install: () => machine.install(unit),
        start: () => machine.start(unit),
        stop: () => machine.stop(unit),
        restart: () => machine.restart(unit),
        reload: () => machine.reload(unit),
        disable: () => machine.disable(unit),
      };
      const done = verbs[verb]?.() ?? Promise.reject(new Error(`systemctl ${verb} is unknown here`));
      done.then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    site.cleanup.add(() => {
      server.close();
      server.closeAllConnections();
    });
    this.#control = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}
