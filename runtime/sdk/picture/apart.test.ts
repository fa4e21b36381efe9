import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { createPictureProcess } from './apart.ts';

const bytes = new Uint8Array(PNG.sync.write(new PNG({ width: 1500, height: 1500 })));
const begun: ReturnType<typeof createPictureProcess>[] = [];
afterEach(() => {
  for (const one of begun.splice(0)) one.end();
});
const start = (limits: Parameters<typeof createPictureProcess>[0] = {}) => {
  const one = createPictureProcess(limits);
  begun.push(one);
  return one;
};

test('several pictures at once are drawn one after another, each for whoever asked', async () => {
  const { draw } = start();
  const drawn = await Promise.all([100, 200, 300].map((side) => draw('png', bytes, side)));
  expect(drawn.map((one) => one?.width)).toEqual([100, 200, 300]);
});

test('a picture that fills the memory, or never ends, ends its process alone, and the next one is drawn', async () => {
  for (const limits of [{ mostBytes: 1 }, { patienceMs: 1 }]) {
    const small = start(limits);
    expect(await small.draw('png', bytes, 1500)).toBeUndefined();
    expect(await small.draw('kind', bytes, 1500)).toBeUndefined();
  }
  const { draw, end } = start();
  const cut = draw('png', bytes, 1500);
  // It is on its way by then.
  setTimeout(end, 0);
  expect(await cut).toBeUndefined();
  expect(await draw('png', bytes, 10)).toMatchObject({ width: 10, height: 10 });
});

test('a process that fails by itself is no fault of the picture', async () => {
  const { draw } = start({ program: '/nowhere/main.ts' });
  await expect(draw('png', bytes, 10)).rejects.toThrow('The process of pictures ended with 1.');
});

test('whoever has asked ends when it likes, and takes the process of pictures along', async () => {
  const text = `
    const { redrawPicture } = await import(${JSON.stringify(join(import.meta.dir, 'index.ts'))});
    const { width } = await redrawPicture(await Bun.stdin.bytes(), 20);
    const { readFileSync } = await import('node:fs');
    console.log(width, readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim());`;
  const asking = Bun.spawn([process.execPath, '-e', text], { stdin: bytes, stdout: 'pipe' });
  const [width, pid] = (await new Response(asking.stdout).text()).split(' ');
  expect([width, await asking.exited]).toEqual(['20', 0]);
  for (let look = 0; look < 100 && isThere(Number(pid)); look++) await Bun.sleep(50);
  expect(isThere(Number(pid))).toBe(false);
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
