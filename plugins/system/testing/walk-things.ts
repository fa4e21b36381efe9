import { createAccount } from '../../../tests/accounts.ts';
import type { Api } from '../../../tests/api.ts';
import { tabs, type Views, type Walker, type WalkPlace } from '../../../tests/e2e/walk/plugin-walk.ts';
import { makeRole, operatorWith } from '../../../tests/security/role-people.ts';

const added = async (root: Api, call: string, body: object): Promise<string> =>
  (await root.call<{ id: string }>(call, body)).content.id;

/** One of everything that the platform's own screens show. */
export async function makeThings({ product, walkers }: WalkPlace): Promise<(walker: Walker) => Views> {
  const { api: root } = walkers.super;
  await createAccount(product, { account: 'paka.walk', role: 'customer' });
  await root.call('message/send', { to: 'all', title: 'Walked news', content: 'Walked on' });
  await root.call('visit_block/add', { value: 'walked-over.example' });
  await root.call('ip_black/add', { ip: '203.0.113.77', reason: 'Walked away' });
  await root.call('server_ip_black/add', { ip: '203.0.113.78', remark: 'Walks by itself' });
  await root.call('language/add', { code: 'fr-FR', title: 'Walked tongue' });
  await addServers(root);
  const role = await makeRole(root, 'Walked role', ['system.message:read']);
  await operatorWith(product, root, { account: 'dada.walk', role });
  const first = async (call: string, body: object = {}) =>
    (await root.call<{ content: { id: string }[] }>(call, body)).content.content[0]?.id ?? '';
  const off = await first('user/inquire', { search: 'paka.walk' });
  const person = walkers.customer.owner.id;
  await seatPeople(root, { person, off, above: walkers.agent.owner.id });
  const operator = await first('administrator/inquire', { account: 'dada.walk' });
  const text = await addContent(root);
  const views = {
    user_list: [...tabs(person, 'codes', 'money', 'access', 'history'), `?id=${off}`],
    administrators: tabs(operator, 'money', 'access', 'explain', 'history'),
    role: [...tabs(role, 'people', 'explain', 'compare'), '?view=menu'],
    message_list: ['?tab=sent'],
    sent_message: tabs(await first('sent_message/inquire'), 'text'),
    configuration: ['?tab=history'],
    subscriber_config_default: ['?tab=history'],
    home: [`?text=${text}`],
    image_text: ['?id=new', ...tabs(text, 'edit')],
    script: ['?tab=runs'],
    home_page_config: ['?tab=versions'],
    image_config: ['?tab=files'],
    language_word: ['?language=fr-FR'],
    js_config: ['?type=4'],
    mail_config: ['?tab=letters'],
    monitor: ['?tab=limits'],
    update_password: ['second_factor', 'sessions', 'keys', 'data'].map((tab) => `?tab=${tab}`),
    plugins: ['?view=archives', '?view=contributions', '?view=history'],
  };
  // An operator without the right to all customers has a list of none.
  return ({ name, may }) =>
    may('system.user:read_all') || name === 'agent' ? views : { ...views, user_list: [] };
}

/** Codes of invitations. */
export async function invitationCodes(root: Api): Promise<string[]> {
  const people = await Promise.all(
    ['user', 'administrator'].map((area) =>
      root.call<{ content: { invitation_code: string }[] }>(`${area}/inquire`, { page_size: 100 }),
    ),
  );
  return people.flatMap(({ content }) => content.content.map(({ invitation_code: code }) => code));
}

/** One is told by mail and has a superior, as another has, who is disabled. */
async function seatPeople(
  root: Api,
  { person, off, above }: Record<'person' | 'off' | 'above', string>,
): Promise<void> {
  const versionOf = async (id: string) =>
    (await root.call<{ version: number }>('user/details', { id })).content.version;
  const email = 'chui@walk.example';
  await root.call('user/update', { id: person, version: await versionOf(person), email });
  for (const id of [person, off])
    await root.call('user/move', { id, version: await versionOf(id), superior: above });
  await root.call('user/disable', { ids: [off], codes: 'keep' });
}

/** A rotation and a text with their types, the text at a public address. Answers the id of the text. */
async function addContent(root: Api): Promise<string> {
  const type = await added(root, 'rotation_type/add', { title: 'Walked round', show_on_home: 2 });
  await added(root, 'rotation/add', { title: 'Walked slide', type, jump_address: 'message_list' });
  await added(root, 'file/add', { name: 'walked.txt', data: btoa('walked') });
  const kind = await added(root, 'image_text_type/add', { title: 'Walked help' });
  const text = { title: 'Walked text', type: kind, content: '<p>Walked on</p>' };
  return added(root, 'image_text/add', { ...text, show_on_home: 2, address: 'walked' });
}

/** A server whose key nobody has confirmed, and a script. */
async function addServers(root: Api): Promise<void> {
  const server = { name: 'Walked server', host: '127.0.0.1', port: 9, account: 'nobody' };
  await added(root, 'server_list/add', { ...server, method: 'password', secret: 'walked' });
  await added(root, 'script/add', { name: 'Walked script', program: 'true' });
}
