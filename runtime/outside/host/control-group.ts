import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Logger } from '@waypost/sdk';

/** The last part of the server's own group: whoever calls it so leaves the group above it to the server. */
const OWN_NAME = 'waypost';
const CONTROLLERS = ['cpu', 'memory', 'pids'] as const;
/** A tenth of what every group has that nobody says anything of (Linux, cgroup-v2: `cpu.weight`). */
const WEIGHT = 10;
/** One core: what bursts may take. Microseconds of each period of 0.1 s, the kernel's own. */
const PERIOD_US = 100_000;
/** A group is removed once its processes are gone, which takes the kernel a moment. */
const REMOVAL_TRIES = 50;
const REMOVAL_MS = 100;

export interface GroupLimits {
  memoryBytes: number;
  threads: number;
}

/** A process in a group of its own. */
export interface ControlGroup {
  /** Removes the group. The process must have been ended. */
  remove(): Promise<void>;
}

/**
 * Where this process may make groups of its own, or undefined: the kernel has cgroup v2 with what is needed, and the
 * process stands in a group called `waypost` whose parent holds no process. That is what systemd makes of
 * `Delegate=cpu memory pids` and `DelegateSubgroup=waypost`.
 * @param mounts text of /proc/self/mountinfo
 * @param self text of /proc/self/cgroup
 */
export function delegatedGroup(mounts: string, self: string): string | undefined {
  const path = /^0::(\/.*)$/m.exec(self)?.[1];
  const mount = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find((fields) => fields[fields.indexOf('-') + 1] === 'cgroup2');
  if (path === undefined || mount === undefined) return undefined;
  const [, , , root = '/', place = ''] = mount;
  const own = relative(root, path);
  if (own.startsWith('..') || !(own === OWN_NAME || own.endsWith(`/${OWN_NAME}`))) return undefined;
  return join(place, dirname(own));
}

/** The place of {@link delegatedGroup} on this machine, where it can be used. */
export function findDelegatedGroup(): string | undefined {
  // A system without /proc has no such groups either.
  if (!existsSync('/proc/self/mountinfo') || !existsSync('/proc/self/cgroup')) return undefined;
  const parent = delegatedGroup(
    readFileSync('/proc/self/mountinfo', 'utf8'),
    readFileSync('/proc/self/cgroup', 'utf8'),
  );
  return parent !== undefined && hasControllers(parent) ? parent : undefined;
}

/** Whether the kernel can limit the processor, memory and processes of groups below this one. */
export function hasControllers(parent: string): boolean {
  const file = join(parent, 'cgroup.controllers');
  if (!existsSync(file)) return false;
  const there = readFileSync(file, 'utf8').trim().split(' ');
  return CONTROLLERS.every((name) => there.includes(name));
}

/**
 * Puts a process into a group of its own below `parent`: the kernel itself then holds what the supervisor otherwise can
 * only measure. All threads of the group together weigh a tenth of the server's, so that their number gains nothing.
 * Answers undefined, and says why in the log, when the kernel refuses: the supervisor's measures stay.
 */
export function enclose(options: {
  parent: string;
  pid: number;
  limits: GroupLimits;
  log: Logger;
}): ControlGroup | undefined {
  const { parent, pid, limits, log } = options;
  const group = join(parent, `waypost-plugin-${pid}`);
  const write = (file: string, value: string | number) => writeFileSync(join(group, file), String(value));
  try {
    writeFileSync(
      join(parent, 'cgroup.subtree_control'),
      CONTROLLERS.map((controller) => `+${controller}`).join(' '),
    );
    mkdirSync(group);
    write('cpu.weight', WEIGHT);
    write('cpu.max', `${PERIOD_US} ${PERIOD_US}`);
    write('pids.max', limits.threads);
    write('memory.max', limits.memoryBytes);
    // A kernel without swap accounting has no such file.
    if (existsSync(join(group, 'memory.swap.max'))) write('memory.swap.max', 0);
    write('cgroup.procs', pid);
  } catch (error) {
    log.warn({ group, error }, 'the kernel holds no plugin in a group of its own: it is measured instead');
    if (existsSync(group)) rmdirSync(group);
    return undefined;
  }
  return {
    async remove() {
      for (let left = REMOVAL_TRIES; left > 0; left -= 1) {
        try {
          return rmdirSync(group);
        } catch (error) {
          if ((error as { code?: string }).code === 'ENOENT') return;
          if (left === 1) log.warn({ group, error }, 'the group of a plugin that ended could not be removed');
        }
        await Bun.sleep(REMOVAL_MS);
      }
    },
  };
}
