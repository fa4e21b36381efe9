import { dirname, join } from 'node:path';
import { z } from 'zod';

/** What the first program of a plugin's process is told, as JSON in its argument. */
export const zContainPlan = z.object({
  command: z.array(z.string()).min(2),
  environment: z.record(z.string(), z.string()),
  restrictFiles: z.boolean(),
  readable: z.array(z.string()),
  runnable: z.array(z.string()),
  devices: z.array(z.string()),
});
export type ContainPlan = z.infer<typeof zContainPlan>;

const SYSTEM_LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];
/** What Bun reads as it starts, and what the C library needs to know of the own process, the time and its zone. */
const SYSTEM_FILES = [
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/usr/share/zoneinfo',
  '/proc/self/maps',
  '/proc/self/stat',
  '/proc/self/statm',
  '/proc/self/status',
  '/proc/sys/vm/overcommit_memory',
  '/proc/sys/vm/mmap_min_addr',
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/proc/stat',
  '/sys/devices/system/cpu',
  '/sys/kernel/mm/transparent_hugepage/enabled',
];
/** Not /dev/zero: mapped, it is memory that no count of a process shows. */
const DEVICES = ['/dev/null', '/dev/urandom', '/dev/random'];

/**
 * @param project folder of the product; of it only code and words are open to the child, never its data directory
 * @param release folder of the plugin
 * @param program what runs there, relative to the folder of the product
 */
export function planContainment(options: {
  project: string;
  release: string;
  bun: string;
  program: string;
}): ContainPlan {
  const { project, release, bun } = options;
  const own = ['runtime', 'locales', 'node_modules', 'package.json', 'tsconfig.json', 'bunfig.toml'];
  return {
    command: [bun, '--no-install', '--no-env-file', join(project, options.program)],
    environment: {
      PATH: '/usr/bin:/bin',
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      // Releases have no node_modules: what they import by name is the product's own.
      NODE_PATH: join(project, 'node_modules'),
      // Nothing is written, not even a cache.
      BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
      DO_NOT_TRACK: '1',
    },
    restrictFiles: true,
    readable: [...own.map((name) => join(project, name)), release, ...SYSTEM_LIBRARIES, ...SYSTEM_FILES],
    runnable: [bun, dirname(bun), ...SYSTEM_LIBRARIES],
    devices: DEVICES,
  };
}
