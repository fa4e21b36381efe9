import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { type DomainPlace, PLATFORM_HOST, startDomainPlace } from '../../domain-place.ts';
import { download, readCsv, runOperation } from '../../operations.ts';

/** Rules of domains and the records that these need, in the whole product: visitors, an owner who loses the domain, the plugin off, and BIND. */
setDefaultTimeout(120_000);

const NAME = 'old.example.com';

let place: DomainPlace;
let root: Api;
let ada: Api;
let domain: string;
beforeAll(async () => {
  place = await startDomainPlace();
  const { product } = place;
  root = await signIn(product.origin, product.administrator);
  ada = await signIn(
    product.origin,
    await createAccount(product, { account: 'ada.moves', role: 'customer' }),
  );
  domain = await prove();
}, 240_000);
afterAll(() => place?.product.stop());

async function prove(): Promise<string> {
  const { id } = (await ada.call<{ id: string }>('domain_list/add', { name: NAME })).content;
  const { txt_name, txt_value } = (
    await ada.call<{ txt_name: string; txt_value: string }>('domain_list/details', { id })
  ).content;
  await place.publish(`${txt_name}. TXT "${txt_value}"`);
  const { content } = await ada.call<{ state: string }>('domain_list/check', { id });
  expect(content.state).toBe('proved');
  return id;
}

const add = (path: string, more: object = {}, of = domain) =>
  ada.call<{ id: string }>('forward/add', { domain: of, path, target: 'https://shop.example/new', ...more });
const led = async (path: string, host = NAME) => {
  const answer = await fetch(`${place.product.origin}${path}`, { redirect: 'manual', headers: { host } });
  return answer.headers.get('location') ?? answer.status;
};
const hits = async (id: string) => {
  const { content } = (
    await ada.call<{ content: { id: string; hit_number: number }[] }>('forward/user_inquire')
  ).content;
  return content.find((row) => row.id === id)?.hit_number;
};

test('visitors are led on, each is counted once, and nobody is while the plugin is off', async () => {
  const { id } = (await add('/old/*')).content;
  expect(await led('/old/a/b?x=1')).toBe('https://shop.example/new/a/b?x=1');
  expect([await led('/else/where'), await led('/old/a', 'other.example.com')]).toEqual([404, 404]);
  for (let tries = 0; (await hits(id)) !== 1 && tries < 100; tries += 1) await Bun.sleep(100);
  expect(await hits(id)).toBe(1);
  // As with links: what a plugin has published answers while it is on, and is there again when it is.
  await root.call('plugins/disable', { id: 'domain' });
  expect(await led('/old/a')).toBe(404);
  expect((await ada.call('forward/user_inquire')).body).toMatchObject({ code: 'plugin_disabled' });
  await root.call('plugins/enable', { id: 'domain' });
  expect(await led('/old/a')).toBe('https://shop.example/new/a');
});

test('whoever takes their data along has their domains and the rules of these, and no token that proves one', async () => {
  const { id } = (await add('/taken/along')).content;
  const { id: file } = await runOperation(ada, 'own_account/export');
  const text = await (await download(place.product.origin, ada.token, file)).text();
  const data = JSON.parse(text) as Record<'domain.domains' | 'domain.forwards', { id: string }[]>;
  expect(data['domain.domains']).toMatchObject([{ id: domain, name: NAME, state: 'proved' }]);
  expect(data['domain.forwards'].find((rule) => rule.id === id)).toMatchObject({
    domain,
    path: '/taken/along',
    target: 'https://shop.example/new',
    status: 302,
    state: 'on',
  });
  const { txt_value } = (await ada.call<{ txt_value: string }>('domain_list/details', { id: domain }))
    .content;
  expect(text).not.toContain(txt_value.slice('waypost='.length));
  await ada.call('forward/remove', { id });
});

test('a code of the same address comes first', async () => {
  const { id } = (await add('/first')).content;
  expect(await led('/first')).toBe('https://shop.example/new');
  const code = {
    name: 'First',
    short_code: 'first',
    targets: [{ url: 'https://code.example/' }],
    jump_type: 6,
  };
  expect((await root.call('qr_code_list/add', code)).status).toBe(200);
  for (const host of [NAME, PLATFORM_HOST])
    expect([host, await led('/first', host)]).toEqual([host, 'https://code.example/']);
  await ada.call('forward/remove', { id });
});

test('the records are taken along as a table and as a zone that BIND accepts', async () => {
  await ada.call('domain_list/add', { name: 'example.org' });
  const exported = async (call: string, body: object) => {
    const operation = await runOperation(ada, `export_domain_resolution/${call}`, body);
    return (await download(place.product.origin, ada.token, operation.id)).text();
  };
  const [head, ...rows] = readCsv(await exported('export', {}));
  expect(head).toEqual(['Domain', 'State', 'Type', 'Name', 'Value']);
  expect(rows).toContainEqual([NAME, 'Verified', 'CNAME', NAME, PLATFORM_HOST]);
  // Nobody could say which addresses the platform has: what was registered itself has its proof alone.
  expect(rows.filter(([name]) => name === 'example.org').map(([, , type]) => type)).toEqual(['TXT']);
  const folder = mkdtempSync(join(tmpdir(), 'zone-'));
  try {
    for (const zone of ['example.com', 'example.org']) {
      const file = join(folder, zone);
      await Bun.write(file, await exported('export_zone', { zone }));
      const { exitCode, stdout } = Bun.spawnSync(['named-checkzone', '-i', 'local', zone, file]);
      expect([exitCode, String(stdout)]).toEqual([0, expect.stringContaining('OK')]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('whoever gives the domain up leads nobody on from then on, and by the same rules again once they have proved it again', async () => {
  expect(await led('/old/a')).toBe('https://shop.example/new/a');
  await ada.call('domain_list/release', { id: domain });
  expect(await led('/old/a')).toBe(404);
  domain = await prove();
  expect(await led('/old/a')).toBe('https://shop.example/new/a');
});
