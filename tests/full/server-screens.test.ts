import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, signIn } from '../api.ts';
import { openScreen } from '../e2e/browser.ts';
import { looking } from '../e2e/look.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { readWords } from '../e2e/words.ts';
import { startProduct } from '../product.ts';
import { type RunningSshServer, startSshServer } from '../ssh-server.ts';
import { until } from '../until.ts';

setDefaultTimeout(300_000);
const LIMIT = { timeout: 60_000 };

let place: Place;
let root: Api;
let machine: RunningSshServer;
const made = async (path: string, body: object) => (await root.call<{ id: string }>(path, body)).content.id;
const ids = { up: '', changed: '', run: '' };

async function addServer(name: string, change: object = {}): Promise<string> {
  const reached = {
    host: '127.0.0.1',
    port: machine.port,
    account: machine.account,
    secret: machine.privateKey,
  };
  return made('server_list/add', { name, group: 'web', remarks: 'Rack 4', ...reached, ...change });
}

beforeAll(async () => {
  machine = await startSshServer();
  place = await openPlace(() => startProduct({ env: { SSH_SERVERS: 'on' } }));
  root = await signIn(place.product.origin, place.product.administrator);
  const away = await startSshServer();
  ids.up = await addServer('web 1');
  ids.changed = await addServer('database', { port: away.port, secret: away.privateKey });
  await addServer('new one', { host: 'build.internal.example' });
  await root.call('server_list/confirm', { id: ids.up, ...machine.key });
  await root.call('server_list/check', { id: ids.up });
  await root.call('server_list/confirm', { id: ids.changed, ...away.key });
  await away.changeKey();
  await until('the other key is noticed', async () => {
    const { content } = await root.call<{ state: string }>('server_list/details', { id: ids.changed });
    return content.state === 'key_changed';
  });
  await away.dispose();
  const parameters = [
    {
      name: 'path',
      title: '',
      kind: 'text',
      choices: [],
      pattern: '/[a-z/]{0,60}',
      minimum: null,
      maximum: null,
      preset: '/',
    },
  ];
  const script = await made('script/add', {
    name: 'Disk usage',
    remarks: 'How full a disk is',
    program: 'df',
    arguments: ['-kP', '{{path}}'],
    parameters,
  });
  const { version } = (await root.call<{ version: number }>('script/details', { id: script })).content;
  ids.run = await made('script/run', { id: script, version, servers: [ids.up], values: { path: '/' } });
}, 240_000);
afterAll(async () => {
  await place?.close();
  await machine?.dispose();
}, 60_000);

test('servers, scripts and runs', async () => {
  const look = looking('server-screens');
  const known = readWords('en-US');
  const say = (key: string) => known.get(key) ?? key;
  const { page, faults } = await place.open(place.product.administrator);
  const at = (screen: string) => openScreen(page, place.product.origin, screen);
  await at('server_list');
  await page.getByText('database').first().waitFor(LIMIT);
  await look(page, 'list');
  await at(`server_list?drawer=view:${ids.changed}`);
  await page.getByText(say('system.server.changed.text')).waitFor(LIMIT);
  await look(page, 'changed');
  await at(`server_list?drawer=edit:${ids.up}`);
  await page.getByText(say('system.server.section.login')).first().waitFor(LIMIT);
  await look(page, 'form');
  await at('script');
  await page.getByText('Disk usage').first().waitFor(LIMIT);
  await look(page, 'scripts');
  await at(`script?tab=runs&drawer=view:${ids.run}`);
  await page
    .getByRole('button', { name: say('system.script_run.output.show').split(' (')[0]?.split('（')[0] ?? '' })
    .click(LIMIT);
  await page.getByText('1024-blocks').waitFor(LIMIT);
  await look(page, 'run');
  expect(faults).toEqual([]);
  await page.context().close();
});
