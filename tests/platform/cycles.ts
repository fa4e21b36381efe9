import { readFileSync } from 'node:fs';
import { signIn } from '../api.ts';
import { ADMINISTRATOR, startSystem, until } from '../contract/harness.ts';
import { openChannel } from '../contract/realtime-client.ts';
import { pluginsOf } from './plugins-api.ts';
import { author, packShelf } from './shelf.ts';

/** Connections that load the other plugins: half of them visits, half API calls. */
const CONNECTIONS = 64;
/**
 * Looks at the memory, one a cycle: it swings between 250 and 400 MiB as garbage comes and goes, with a trough each 8 to 20
 * cycles, and only what stays is a leak. Of 260 cycles without a leak the least of 40 looks in a row was 246 to 269 MiB.
 */
const LOOKS = 40;
/** Memory that may be more at the end than after the cycles that settle it, share of what is resident: 0.6 MiB a cycle. */
const RISE_LIMIT = 0.15;

export interface CyclesResult {
  cycles: number;
  /** Answers to the load by what they were: `visit 200`, `call 200`, `visit error`. */
  answers: Record<string, number>;
  /** Sockets of other plugins that were closed. */
  closed: number;
  /** Resident memory of the runtime after the cycles that settle it, and at the end, bytes: the least of some looks. */
  settledBytes: number;
  endBytes: number;
}

/**
 * Enables and disables a plugin of an archive again and again under load on everything else. Each cycle is one of each,
 * both in force when the next begins.
 * @param options.settleAfter cycles after which memory may not rise any more
 * @param options.restMs rest of each connection between two requests, milliseconds
 */
export async function runCycles(options: {
  cycles: number;
  settleAfter: number;
  restMs: number;
}): Promise<CyclesResult> {
  const system = await startSystem({
    env: { PLUGIN_TRUSTED_KEYS: author.publicKey, LOG_LEVEL: 'error' },
    registry: `${import.meta.dir}/registry-visits.json`,
    arguments: ['--rate-scale', '100000'],
  });
  const channels: Awaited<ReturnType<typeof openChannel>>[] = [];
  let isOver = false;
  const answers: Record<string, number> = {};
  const count = (what: string) => {
    answers[what] = (answers[what] ?? 0) + 1;
  };
  try {
    const api = await signIn(system.origin, ADMINISTRATOR);
    const plugins = pluginsOf(api);
    await plugins.install(
      await packShelf({
        version: '1.0.0',
        manifest: { capabilities: ['jobs'], services: { 'shelf.books': '1.0.0' } },
        setup: JOB,
      }),
      {
        granted: ['jobs'],
      },
    );
    const code = await api.call<{ short_code: string }>('qr_code_list/add', {
      name: 'load',
      targets: [{ url: 'https://example.com/' }],
    });
    const visit = `${system.origin}/${code.content.short_code}`;
    const visitOnce = () => fetch(visit, { redirect: 'manual' });
    await until(async () => (await visitOnce()).status === 200, system.runtime.output, 60_000);

    for (let index = 0; index < 4; index += 1) {
      const channel = await openChannel(system.origin);
      channel.logIn(api.token ?? '');
      channel.say({ type: 6, topic: 'qr.today' });
      await channel.next((message) => message.type === 4);
      channels.push(channel);
    }
    const load = Array.from({ length: CONNECTIONS }, async (_unused, index) => {
      while (!isOver) {
        try {
          if (index % 2 === 0) count(`visit ${(await visitOnce()).status}`);
          else count(`call ${(await api.call('qr_code_list/inquire', { page_size: 1 })).status}`);
        } catch (error) {
          count(`${index % 2 === 0 ? 'visit' : 'call'} ${error instanceof Error ? error.message : 'error'}`);
        }
        await Bun.sleep(options.restMs);
      }
    });
    const pings = setInterval(() => {
      for (const channel of channels) if (channel.isOpen()) channel.say({ type: 5 });
    }, 4_000);
    const resident: number[] = [];
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      await expectState(api, 'disable', 404);
      await expectState(api, 'enable', 200);
      resident.push(residentBytes(system.runtime.pid()));
    }
    clearInterval(pings);
    isOver = true;
    await Promise.all(load);
    return {
      cycles: options.cycles,
      answers,
      closed: channels.filter((channel) => !channel.isOpen()).length,
      settledBytes: Math.min(...resident.slice(0, options.settleAfter).slice(-LOOKS)),
      endBytes: Math.min(...resident.slice(-LOOKS)),
    };
  } finally {
    isOver = true;
    for (const channel of channels) channel.close();
    await system.stop();
  }
}

const JOB = `context.jobs.define('tidy', async () => {});
  context.events.on('shelf.said', () => {});
  context.provide('shelf.books', {});`;

/** Switches, and makes sure that the switch is in force. */
async function expectState(
  api: Awaited<ReturnType<typeof signIn>>,
  verb: 'enable' | 'disable',
  status: number,
): Promise<void> {
  const switched = await api.call(`plugins/${verb}`, { id: 'shelf' });
  if (switched.status !== 200) throw new Error(`${verb}: ${JSON.stringify(switched.body)}`);
  const found = (await api.call('shelf_call/version')).status;
  if (found !== status) throw new Error(`after ${verb} a call answers ${found}`);
}

function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** What is wrong with a run, one sentence each: answers that failed, sockets that were closed, memory that stays. */
export function faultsOf({ answers, closed, endBytes, settledBytes }: CyclesResult): string[] {
  const rise = endBytes / settledBytes - 1;
  return [
    ...Object.entries(answers).flatMap(([what, count]) => (/ 200$/.test(what) ? [] : [`${count} × ${what}`])),
    ...(closed > 0 ? [`${closed} sockets of others were closed`] : []),
    ...(rise > RISE_LIMIT ? [`memory rose by ${Math.round(rise * 100)} %`] : []),
  ];
}
