import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { delegatedGroup, enclose, hasControllers } from './control-group.ts';

const UNIFIED = '30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate';
const log = { debug() {}, info() {}, warn() {}, error() {} };

test('only a group that is left to the server is used: another one is the system’s, whoever may write there', () => {
  const below = (self: string, mounts = UNIFIED) => delegatedGroup(mounts, self);
  expect(below('0::/system.slice/waypost.service/waypost\n')).toBe(
    '/sys/fs/cgroup/system.slice/waypost.service',
  );
  expect(below('3:cpu:/\n0::/waypost\n')).toBe('/sys/fs/cgroup');
  expect(below('0::/system.slice/waypost.service\n')).toBeUndefined();
  expect(below('0::/user.slice/session-1.scope\n')).toBeUndefined();
  expect(below('0::/\n')).toBeUndefined();
  expect(below('4:memory:/waypost\n')).toBeUndefined();
  expect(below('0::/waypost\n', '30 24 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu')).toBeUndefined();
  // In a container the mount shows a part of the tree only.
  const part = '30 24 0:26 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup rw';
  expect(below('0::/docker/1/waypost\n', part)).toBe('/sys/fs/cgroup');
  expect(below('0::/docker/2/waypost\n', part)).toBeUndefined();
});

const ROOT = '/sys/fs/cgroup';
const canMake = process.getuid?.() === 0 && hasControllers(ROOT);

test.skipIf(!canMake)(
  canMake
    ? 'the kernel refuses threads and memory above the limits, and nothing is left of the group'
    : 'NOT TRIED: this machine has no cgroup v2 with cpu, memory and pids that this user may use',
  async () => {
    writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu +memory +pids');
    const parent = join(ROOT, `waypost-test-${process.pid}`);
    mkdirSync(parent);
    const attempt = async (script: string, limits: { memoryBytes: number; threads: number }) => {
      const child = Bun.spawn([process.execPath, '-e', `await Bun.stdin.text();${script}`], {
        stdin: 'pipe',
        stdout: 'pipe',
        stderr: 'ignore',
      });
      const group = enclose({ parent, pid: child.pid, limits, log });
      expect(group).toBeDefined();
      child.stdin.end();
      const said = await new Response(child.stdout).text();
      await child.exited;
      await group?.remove();
      return { said: said.trim(), signal: child.signalCode };
    };
    try {
      const MANY = { memoryBytes: 2 ** 31, threads: 400 };
      expect(await attempt('console.log("ready")', MANY)).toEqual({ said: 'ready', signal: null });
      const hog =
        'const all=[];for(let n=0;n<600;n++)all.push(Buffer.alloc(2**20,1));console.log(all.length)';
      expect(await attempt(hog, { ...MANY, memoryBytes: 200 * 2 ** 20 })).toMatchObject({ said: '' });
      const crowd =
        'try{for(let n=0;n<64;n++)new Worker(URL.createObjectURL(new Blob(["setInterval(()=>{},1000)"])));await Bun.sleep(500);console.log("all")}finally{process.exit()}';
      expect((await attempt(crowd, { ...MANY, threads: 24 })).said).not.toBe('all');
      expect(readdirSync(parent).filter((name) => name.startsWith('waypost-plugin-'))).toEqual([]);
    } finally {
      if (existsSync(parent)) rmdirSync(parent);
    }
  },
);
