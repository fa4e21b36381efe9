import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoveStatus } from '@waypost/contract';
import { sealSecret } from '../../plugins/wallet/signing/sealed-secret.ts';
import { testApprover } from '../../plugins/wallet/signing/testing/approver.ts';
import { runProgram } from '../../runtime/process/run-program.ts';
import { type Api, signIn } from '../api.ts';
import { commandOutcome, runCommand } from '../command-line.ts';
import { formsOf, searchMemory } from '../process-memory.ts';
import { freePort, type Product, startProduct } from '../product.ts';
import { until } from '../until.ts';

setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), 'waypost-signer-'));
const dataDir = join(folder, 'data');
const masterFile = join(folder, 'master.key');
const master = randomBytes(32).toString('hex');
/** Of nobody: 32 bytes that are found nowhere by chance. */
const planted = randomBytes(32).toString('hex');
let product: Product;
let api: Api;

const keys = { WALLET_MASTER_KEY_FILE: masterFile };
const signer = (...words: string[]) => runCommand({ dataDir }, ['signer', ...words], { variables: keys });
const start = async (env: Record<string, string> = keys) => {
  product = await startProduct({ dataDir, env: { ...env, LOG_LEVEL: 'debug' } });
  api = await signIn(product.origin, product.administrator);
};
interface Status {
  state: string;
  reason: string | null;
  seal_to: string;
  trusted: number;
  waiting: { account: string; fingerprint: string }[];
}
const status = async () => (await api.call<Status>('tron/signer')).content;
const isIn = async (state: string) => (await status()).state === state;

beforeAll(async () => {
  mkdirSync(dataDir);
  writeFileSync(masterFile, `${master}\n`, { mode: 0o600 });
  await start();
  await until('the signer is open', () => isIn('open'));
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

function filesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const answers: string[] = [];
async function ask(path: string, body: unknown = {}) {
  const answer = await api.call(path, body);
  answers.push(JSON.stringify(answer.body));
  return answer;
}

test('a private key that was imported is in no memory of the server, no log, no file, no backup and no answer', async () => {
  const { seal_to } = await status();
  const imported = await ask('tron/import', { secret: sealSecret(planted, seal_to) });
  const { address, id } = imported.content as { address: string; id: string };
  await ask('tron/import', { secret: sealSecret(planted, seal_to) });
  // What somebody enters in plain in the wrong place reaches the server's memory, and nothing beyond it.
  const misplaced = randomBytes(32).toString('hex');
  await ask('tron/import', { secret: { v: 1, epk: 'x', nonce: 'y', ct: misplaced } });
  await ask('tron/make');
  for (const path of ['tron/inquire', 'tron/details', 'tron/signer', 'log/inquire'])
    await ask(path, path === 'tron/details' ? { id } : {});
  expect(answers.join()).toContain(address);

  const { runtime, aggregator, store, signer: own } = product.childPids();
  expect(own).toBeGreaterThan(0);
  const wanted = [planted, master].flatMap((text) => [Buffer.from(text, 'hex'), ...formsOf(text)]);
  for (const pid of [runtime, aggregator, store])
    if (pid !== undefined) expect(searchMemory(pid, wanted).every((count) => count === 0)).toBe(true);
  // That the search finds what is there: an address that the server has just told.
  expect(searchMemory(runtime as number, [Buffer.from(address)])[0]).toBeGreaterThan(0);
  for (const pid of [runtime, aggregator, store])
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('WALLET_MASTER_KEY');

  const backup = join(folder, 'backup.tar.gz');
  await runCommand({ dataDir }, ['backup', backup], {});
  const inside = readFileSync(backup);
  const texts = [
    Buffer.from(planted, 'hex'),
    Buffer.from(planted),
    Buffer.from(master, 'hex'),
    Buffer.from(master),
  ];
  const places: [string, Uint8Array][] = [
    ['answers', Buffer.from(answers.join())],
    ['log', Buffer.from(product.output())],
    ['backup', inside],
    ...filesUnder(dataDir)
      .filter((path) => existsSync(path) && statSync(path).isFile())
      .map((path): [string, Uint8Array] => [path, readFileSync(path)]),
  ];
  const leaks = places.flatMap(([name, bytes]) =>
    texts.filter((text) => Buffer.from(bytes).includes(text)).map(() => name),
  );
  expect(leaks).toEqual([]);
  expect(Buffer.from(inside).includes('chain.jsonl')).toBe(true);
});

test('an approver counts once the command line has said so, which the server cannot', async () => {
  const somebody = testApprover('nobody');
  await ask('approver_key/offer', { public_key: somebody.public_key });
  const { waiting, trusted } = await status();
  expect(trusted).toBe(0);
  const print = String(waiting[0]?.fingerprint);
  expect((await api.call<{ keys: { state: string }[] }>('approver_key/own')).content.keys).toMatchObject([
    { fingerprint: print, state: 'waiting' },
  ]);
  // Without the key, with another key, of a fingerprint that nobody has offered.
  const refused = async (words: string[], variables: Record<string, string>) =>
    (await commandOutcome({ dataDir }, ['signer', ...words], { variables })).error;
  expect(await refused(['trust', print], {})).toContain('expected 32 random bytes');
  expect(await refused(['trust', print], { WALLET_MASTER_KEY: randomBytes(32).toString('hex') })).toContain(
    'another one',
  );
  expect(await refused(['trust', 'abcd'], keys)).toContain('No browser has offered');
  expect(await signer('trust', print)).toContain('count from now on');
  expect((await api.call<{ keys: { state: string }[] }>('approver_key/own')).content.keys).toMatchObject([
    { state: 'trusted' },
  ]);
  expect(await signer('list')).toContain(print);
  expect(await signer('distrust', print)).toContain('count no more');
});

test('limits are set on the command line beside the running product, and shown', async () => {
  await signer('set', 'network', 'nile');
  await signer('set', 'single', '12.5');
  const { content } = await api.call<{ limits: { single: string; network: string } }>('tron/signer');
  expect(content.limits).toMatchObject({ single: '12500000', network: 'nile' });
});

test('a signer that was killed comes back, and the server goes on without it meanwhile', async () => {
  const before = product.childPids().signer as number;
  process.kill(before, 'SIGKILL');
  await until('the signer runs again', async () => {
    const now = product.childPids().signer;
    return now !== undefined && now !== before && (await isIn('open'));
  });
  expect((await ask('tron/inquire')).status).toBe(200);
});

test('a removed key is said to be, with when, and comes back with its words', async () => {
  const { seal_to } = await status();
  const secret = randomBytes(32).toString('hex');
  const { id } = (await ask('tron/import', { secret: sealSecret(secret, seal_to) })).content as {
    id: string;
  };
  await ask('tron/remove', { id });
  expect((await ask('tron/details', { id })).content).toMatchObject({ remove_status: RemoveStatus.deleted });
  const again = await ask('tron/import', { secret: sealSecret(secret, seal_to) });
  expect(again.content).toMatchObject({ id });
  expect((await ask('tron/details', { id })).content).toMatchObject({
    remove_status: RemoveStatus.not_deleted,
    remove_time: null,
  });
});

test('the master key is changed while the product is stopped; the one before, a changed chain and no key sign nothing', async () => {
  expect((await commandOutcome({ dataDir }, ['signer', 'rotate'], { variables: keys })).error).toContain(
    'Stop Waypost first',
  );
  await product.stop();
  const next = randomBytes(32).toString('hex');
  const rotated = await runCommand({ dataDir }, ['signer', 'rotate'], {
    variables: { ...keys, WALLET_NEW_MASTER_KEY: next },
  });
  expect(rotated).toContain('new master key');
  await start();
  await until('the signer is locked', () => isIn('locked'));
  expect((await status()).reason).toBe('master_key');
  expect((await ask('tron/make')).body).toMatchObject({ status: false, code: 'wallet.signer_locked' });
  await product.stop();
  await start({});
  expect((await status()).state).toBe('no_master_key');
  expect(product.childPids().signer).toBeUndefined();
  expect((await ask('tron/make')).body).toMatchObject({ code: 'wallet.signer_away' });
  await product.stop();
  const chain = join(dataDir, 'signer/chain.jsonl');
  const whole = readFileSync(chain, 'utf8');
  writeFileSync(chain, whole.replace('"12500000"', '"92500000"'));
  await start({ WALLET_MASTER_KEY: next });
  await until('the signer is locked', () => isIn('locked'));
  expect((await status()).reason).toBe('chain');
  await product.stop();
  writeFileSync(chain, whole);
  await start({ WALLET_MASTER_KEY: next });
  await until('the signer is open', () => isIn('open'));
});

test('a key that lies in DATA_DIR, that others may read, or that is none is refused with what to do', async () => {
  const inside = join(folder, 'other');
  mkdirSync(inside);
  writeFileSync(join(inside, 'key'), master, { mode: 0o600 });
  const open = join(folder, 'open.key');
  writeFileSync(open, master);
  chmodSync(open, 0o644);
  const launcher = join(import.meta.dir, '../../runtime/launcher/main.ts');
  const port = String(await freePort());
  const starts = async (env: Record<string, string>) => {
    const { code, error } = await runProgram([process.execPath, launcher], {
      env: { PATH: process.env.PATH, DATA_DIR: inside, PORT: port, ...env },
      timeout: 120_000,
    });
    return { code, error };
  };
  const kept = await starts({ WALLET_MASTER_KEY_FILE: join(inside, 'key') });
  expect(kept.code).toBe(1);
  expect(kept.error).toContain('outside of DATA_DIR');
  expect((await starts({ WALLET_MASTER_KEY_FILE: open })).error).toContain('chmod 600');
  const none = await starts({ WALLET_MASTER_KEY: 'too short' });
  expect(none.code).toBe(1);
  expect(none.error).toContain('expected 32 random bytes');
});
