import { join } from 'node:path';
import type { Manifest, PluginProcess } from '@waypost/contract';
import type { Logger, ProcessState } from '@waypost/sdk';
import { processAway, processEnded } from '../../plugin/activation/outside-errors.ts';
import type { OpenProcesses, OwnProcesses } from '../../plugin/activation/own-processes.ts';
import { apartOf } from '../apart/apart-of.ts';
import { type Containment, zContainment } from '../protocol.ts';
import { type ChildRun, startChild } from './child-process.ts';
import { DEFAULT_LIMITS, type OutsideLimits } from './limits.ts';
import { createPluginLog, zLogRecord } from './plugin-log.ts';
import { programEnvironment } from './program-environment.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

const PROJECT = join(import.meta.dir, '../../..');
const MEBIBYTE = 1024 * 1024;
const DEFAULT_MEMORY_MEBIBYTES = 256;
/** JSON that goes in or comes out. */
const MESSAGE_LIMIT_BYTES = MEBIBYTE;
const ANSWER_LIMIT_MS = 30_000;
const LONGEST_ANSWER_LIMIT_MS = 300_000;
const NOT_CONTAINED: Containment = { network: 'runtime', files: 'none', programs: 'none' };

type Asked = Parameters<OpenProcesses>[0];

/**
 * Opens the programs of one activation. One that ends is started again, later each time, and never given up: what it
 * waits for may come back.
 * @param variables the server's own environment, of which a program gets what is named for its plugin
 */
export function createProcessRunner(
  variables: Readonly<Record<string, string | undefined>>,
  limits: Partial<OutsideLimits> = {},
): OpenProcesses {
  return (asked) => {
    const started = new Map<string, Supervisor>();
    const apart = apartOf(asked, variables);
    const listeners = new Set<() => void>();
    const start = (name: string) => {
      const supervisor = superviseProgram({ ...asked, name, variables, limits });
      supervisor.onChange(() => {
        for (const listener of listeners) listener();
      });
      started.set(name, supervisor);
    };
    const stop = async (name: string) => {
      const supervisor = started.get(name);
      started.delete(name);
      await supervisor?.stop();
    };
    return {
      processes: {
        async start(name) {
          if (!apart.has(name) && !started.has(name)) start(name);
        },
        stop,
        async ask(name, method, params, { limitMs = ANSWER_LIMIT_MS } = {}) {
          const beside = apart.get(name);
          if (beside !== undefined) {
            const given = withinLimit(params ?? null, `the question ${method}`);
            return beside.ask(method, given, Math.min(limitMs, LONGEST_ANSWER_LIMIT_MS));
          }
          const supervisor = started.get(name);
          if (supervisor === undefined)
            throw processAway.create({ plugin: asked.manifest.id, reason: `${name} was not started` });
          const given = withinLimit(params ?? null, `the question ${method}`);
          const peer = await supervisor.peer();
          const answer = await peer.ask(
            'ask',
            { name: method, given },
            { limitMs: Math.min(limitMs, LONGEST_ANSWER_LIMIT_MS) },
          );
          return withinLimit(answer, `the answer to ${method}`);
        },
        state: async (name) => apart.get(name)?.state() ?? stateOf(started.get(name)),
      },
      facts: () => [...started].map(([name, { facts }]) => ({ name, ...facts() })),
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      async stop() {
        for (const beside of apart.values()) beside.stop();
        await Promise.all([...started.keys()].map(stop));
      },
    } satisfies OwnProcesses;
  };
}

function superviseProgram(
  options: Asked & {
    name: string;
    variables: Readonly<Record<string, string | undefined>>;
    limits: Partial<OutsideLimits>;
  },
): Supervisor {
  const { manifest, name } = options;
  const declared = declaredProcess(manifest, name);
  const log = withFields(options.log, { process: name });
  const limits = {
    ...DEFAULT_LIMITS,
    endsBeforeQuarantine: Number.POSITIVE_INFINITY,
    ...options.limits,
    memoryBytes: (declared.memory_mebibytes ?? DEFAULT_MEMORY_MEBIBYTES) * MEBIBYTE,
  };
  const write = createPluginLog(log);
  const containment = { ...NOT_CONTAINED };

  /** On its way to where it can be asked. */
  let starting: ChildRun | undefined;
  async function start(): Promise<ChildRun> {
    const environment = await programEnvironment(options, declared);
    const run = await startChild({
      project: PROJECT,
      release: options.directory,
      program: 'runtime/outside/program/main.ts',
      isContained: options.isContained,
      limits,
      log,
      lost: (reason) => processEnded.create({ plugin: manifest.id, reason }),
      peer: {
        answer: async (method) => {
          throw new TypeError(`a program asks nothing of the server: ${method}`);
        },
        take(method, params) {
          const record = zLogRecord.safeParse(params);
          if (method === 'log' && record.success)
            write(record.data.level, record.data.fields, record.data.message);
        },
      },
    });
    starting = run;
    try {
      const limit = { limitMs: limits.startMs };
      if (options.isContained)
        Object.assign(containment, zContainment.parse(await run.peer.ask('contain', null, limit)));
      await run.peer.ask('start', { entry: join(options.directory, declared.entry), environment }, limit);
      run.watch();
      return run;
    } catch (error) {
      run.kill('it could not be started');
      throw error;
    } finally {
      starting = undefined;
    }
  }

  const supervisor = createSupervisor({
    plugin: manifest.id,
    log,
    limits,
    containment,
    first: undefined,
    now: () => performance.now(),
    start,
  });
  return {
    ...supervisor,
    async stop() {
      starting?.kill('stopped');
      await supervisor.stop();
    },
  };
}

function declaredProcess(manifest: Manifest, name: string): PluginProcess {
  const declared = manifest.processes?.[name];
  if (declared === undefined)
    throw new TypeError(`plugin ${manifest.id}: plugin.json names no process "${name}"`);
  return declared;
}

function stateOf(supervisor: Supervisor | undefined): ProcessState {
  if (supervisor === undefined) return { state: 'ended', restarts: 0 };
  const { state, reason, restarts } = supervisor.facts();
  return {
    state: state === 'running' || state === 'ended' ? state : 'restarting',
    restarts,
    ...(reason === undefined ? {} : { reason }),
  };
}

function withinLimit(value: unknown, what: string): unknown {
  const bytes = Buffer.byteLength(JSON.stringify(value ?? null));
  if (bytes > MESSAGE_LIMIT_BYTES)
    throw new RangeError(`${what} has ${bytes} bytes; ${MESSAGE_LIMIT_BYTES} are allowed`);
  return value;
}

/** Fields that every record carries; a program cannot write over them. */
function withFields(log: Logger, fields: Record<string, unknown>): Logger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') => (extra: Record<string, unknown>, message: string) =>
      log[level]({ ...extra, ...fields }, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
