import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger, Program, RunningProgram } from '@waypost/sdk';
import { programEnvironment } from '../../outside/host/program-environment.ts';
import type { OpenProcesses } from '../../plugin/activation/own-processes.ts';

type Asked = Parameters<OpenProcesses>[0];

/**
 * Programs of the plugin's own, run within the test's process: what they answer is real, their being apart is not. Each
 * begins with the first question, when the test has set what it is given.
 * @param variables what the operator would give, such as `WAYPOST_PLUGIN_SHOP__RPC`, or the secret of a program that is started
 * apart: its folder is then one for as long as it runs, or lies in the `DATA_DIR` that is given
 */
export function createTestProcesses(variables: Readonly<Record<string, string>> = {}): OpenProcesses {
  return (asked) => {
    const isGiven = (name: string) =>
      asked.manifest.processes?.[name]?.apart?.secrets.every((secret) => secret in variables) ?? false;
    const running = new Map<string, Promise<RunningProgram> | undefined>();
    const stop = async (name: string) => {
      const program = running.get(name);
      running.delete(name);
      await (await program)?.stop?.();
    };
    return {
      processes: {
        async start(name) {
          if (!running.has(name)) running.set(name, undefined);
        },
        stop,
        async ask(name, method, params) {
          if (!running.has(name) && isGiven(name)) running.set(name, undefined);
          if (!running.has(name)) throw new TypeError(`the program ${name} was not started`);
          const program = running.get(name) ?? begin(asked, name, variables);
          running.set(name, program);
          const answer = (await program).answers[method];
          if (answer === undefined) throw new TypeError(`the program answers no "${method}"`);
          const given: unknown = JSON.parse(JSON.stringify(params ?? null));
          const answered = await answer(given, new AbortController().signal);
          return JSON.parse(JSON.stringify(answered ?? null)) as unknown;
        },
        state: async (name) => ({
          state: running.has(name) || isGiven(name) ? 'running' : 'ended',
          restarts: 0,
        }),
      },
      facts: () => [],
      onChange: () => () => undefined,
      async stop() {
        await Promise.all([...running.keys()].map(stop));
      },
    };
  };
}

async function begin(
  asked: Asked & { log: Logger },
  name: string,
  variables: Readonly<Record<string, string>>,
): Promise<RunningProgram> {
  const declared = asked.manifest.processes?.[name];
  if (declared === undefined) throw new TypeError(`plugin.json names no process "${name}"`);
  const { program }: { program: Program } = await import(join(asked.directory, declared.entry));
  if (declared.apart === undefined) {
    const environment = await programEnvironment({ ...asked, variables }, declared);
    return program({ environment, log: asked.log });
  }
  const environment = Object.fromEntries(
    declared.apart.secrets.map((secret) => [secret, variables[secret] ?? '']),
  );
  const kept = variables.DATA_DIR;
  const directory = kept === undefined ? mkdtempSync(join(tmpdir(), 'waypost-apart-')) : join(kept, name);
  if (kept !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const started = await program({ environment, log: asked.log, directory });
  return {
    answers: started.answers,
    async stop() {
      await started.stop?.();
      if (kept === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}
