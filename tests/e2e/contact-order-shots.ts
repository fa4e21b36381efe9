import { inMenu, of, press, pressOf, type Shot } from './contact-acts.ts';
import type { SheetData } from './sheet-data.ts';

const stranger = of('stranger');
const customer = of('customer');
const operator = of('super');
const inWindow = { isWhole: false } as const;
const code = (id: string, more = '') => `set_qr_code?id=${id}${more}`;

const inDialog =
  (key: string): Shot['act'] =>
  ({ page, words }) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: words(key), exact: true })
      .click();

const chooseKind =
  (kind: 'picture' | 'contact'): Shot['act'] =>
  ({ page, words }) =>
    page
      .getByRole('main')
      .getByText(words(`qr.set.target.kind.${kind}`), { exact: true })
      .click();

/** What is done with several codes of a list at once. */
const assign =
  (kind: 'group' | 'tags'): Shot['act'] =>
  async (scene) => {
    for (const row of [1, 2]) await scene.page.getByRole('checkbox').nth(row).check({ force: true });
    await press('list.more')?.(scene);
    await scene.page
      .getByRole('menuitem', { name: scene.words(`qr.assign.${kind}.verb`), exact: true })
      .click();
    await scene.page.getByRole('dialog').waitFor();
  };

/** How codes are kept in order: bins, groups, tags, short codes, blocks of visits. */
export function orderShots({ order }: SheetData): Shot[] {
  return [
    customer('recover'),
    customer('bin-no-match', 'qr_code_remove?search=zzzz'),
    customer('bin-selected', 'qr_code_remove', {
      act: ({ page }) => page.getByRole('checkbox').nth(1).check({ force: true }),
    }),
    customer('bin-purge', 'qr_code_remove', { ...inWindow, act: pressOf('qr.code.action.purge') }),
    operator('bin-everyone', 'qr_code_remove?scope=all'),
    customer('group'),
    customer('group-create', 'group?drawer=create', inWindow),
    customer('group-edit', `group?drawer=edit:${order.group}`, inWindow),
    customer('group-remove', 'group', { ...inWindow, act: inMenu('action.delete') }),
    customer('group-no-match', 'group?search=zzzz'),
    customer('qr_code_list-of-group', `qr_code_list?group=${order.group}`),
    customer('qr_code_list-of-tag', 'qr_code_list?tag=spring'),
    customer('qr_code_list-to-group', 'qr_code_list', { ...inWindow, act: assign('group') }),
    customer('qr_code_list-tags', 'qr_code_list', { ...inWindow, act: assign('tags') }),
    customer('qr_code_list-undo', 'qr_code_list', {
      ...inWindow,
      act: async (scene) => {
        const { page, words } = scene;
        await page.locator('main [aria-haspopup=menu]').last().click();
        await page.getByRole('menuitem', { name: words('action.delete'), exact: true }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: words('action.delete'), exact: true })
          .click();
        await page.locator('.wp-undo').waitFor();
        // The pointer on a message keeps it there until all pictures are taken.
        await page.locator('.wp-undo').hover();
      },
    }),
    customer('short_code-regenerate', 'short_code', {
      ...inWindow,
      act: pressOf('qr.short_code.regenerate'),
    }),
    customer('short_code-selected', 'short_code', {
      act: ({ page }) => page.getByRole('checkbox').nth(1).check({ force: true }),
    }),
    customer('visit_block'),
    operator('visit_block'),
    customer('visit_block-create', 'visit_block?drawer=create', inWindow),
    customer('visit_block-faults', 'visit_block?drawer=create', {
      ...inWindow,
      act: async ({ page, words }) => {
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(words('system.visit_block.value')).first().fill('no address');
        await dialog.getByRole('button', { name: words('action.create'), exact: true }).click();
        await page.waitForTimeout(500);
      },
    }),
    customer('visit_block-remove', 'visit_block', { ...inWindow, act: pressOf('action.delete') }),
    customer('stealing_list'),
    operator('stealing_list', 'stealing_list?scope=all'),
    customer('stealing_list-custom', 'stealing_list?range=custom&first=2026-02-30', inWindow),
    customer('stealing_list-block', 'stealing_list', {
      ...inWindow,
      act: pressOf('qr.foreign_page.block'),
    }),
    customer('visitor-search', 'visitor?search=36.152'),
    customer('visitor-filters', 'visitor', { ...inWindow, act: press('list.more_filters') }),
    customer('visitor-code', 'visitor', {
      ...inWindow,
      act: ({ page, words }) => page.getByRole('combobox', { name: words('qr.visit.link') }).click(),
    }),
    customer('visitor-block', 'visitor', {
      ...inWindow,
      act: async ({ page, words }) => {
        await page.locator('main [aria-haspopup=menu]').last().click();
        await page.getByRole('menuitem', { name: words('qr.visit.block'), exact: true }).click();
        await page.getByRole('dialog').waitFor();
      },
    }),
  ];
}

/** What else than an address a code leads to, and who is let in. */
export function targetShots({ contact, order }: SheetData): Shot[] {
  return [
    stranger('visit-picture', `/${order.picture.short_code}`),
    stranger('visit-password', `/${order.locked.short_code}`),
    stranger('visit-password-wrong', `/${order.locked.short_code}`, {
      act: async ({ page }) => {
        await page.locator('#password').fill('nothing1');
        await page.locator('form button').click();
        await page.getByRole('alert').waitFor();
      },
    }),
    customer('code-contact', code(contact.id, '&tab=targets')),
    customer('code-picture', code(order.picture.id, '&tab=targets')),
    customer('code-picture-statistics', code(order.picture.id)),
    customer('code-locked', code(order.locked.id, '&tab=access')),
    customer('new-contact', 'set_qr_code', { act: chooseKind('contact') }),
    customer('new-picture-faults', 'set_qr_code', {
      act: async (scene) => {
        await chooseKind('picture')?.(scene);
        await press('action.create')?.(scene);
      },
    }),
    customer('code-password-faults', code(order.plain.id, '&tab=access'), {
      act: async ({ page, words }) => {
        await page.getByRole('switch', { name: words('qr.code.has_password') }).click();
        await page.getByRole('button', { name: words('action.save'), exact: true }).click();
        await page.waitForTimeout(500);
      },
    }),
    customer('code-campaign', code(order.plain.id, '&tab=targets'), {
      ...inWindow,
      act: async (scene) => {
        await press('qr.set.campaign')?.(scene);
        const dialog = scene.page.getByRole('dialog');
        await dialog
          .getByRole('textbox', { name: scene.words('qr.set.campaign.campaign'), exact: true })
          .fill('Spring & tea');
      },
    }),
    customer('code-regenerate', code(order.plain.id, '&tab=access'), {
      ...inWindow,
      act: press('qr.short_code.regenerate'),
    }),
    customer('code-rules-kinds', code(order.plain.id, '&tab=targets'), {
      act: async ({ page, words }) => {
        for (const [at, kind] of ['dates', 'device', 'weekdays'].entries()) {
          await page.getByRole('button', { name: words('qr.set.rule.add') }).click();
          const rule = page.getByRole('group', { name: words('qr.set.rule.item', { number: at + 1 }) });
          await rule.getByRole('combobox', { name: words('qr.set.rule.kind') }).click();
          await page
            .locator('[role=option]:visible')
            .filter({ hasText: new RegExp(`^${words(`rule.qr.${kind}`)}$`) })
            .click();
        }
      },
    }),
  ];
}

/** Forms and questions of those who run the platform. */
export function deskShots(): Shot[] {
  const menuOf =
    (item: string): Shot['act'] =>
    async ({ page, words }) => {
      await page.locator('main td a').first().click();
      await page.waitForURL(/id=/);
      await page.getByRole('tab').first().waitFor();
      await page.locator('main [aria-haspopup=menu]').first().click();
      await page.getByRole('menuitem', { name: words(item), exact: true }).click();
      await page.getByRole('dialog').waitFor();
    };
  const onFirst =
    (verb: string): Shot['act'] =>
    async (scene) => {
      await scene.page.locator('main td a').first().click();
      await scene.page.waitForURL(/id=/);
      await scene.page.getByRole('tab').first().waitFor();
      await press(verb)?.(scene);
      await scene.page.getByRole('dialog').waitFor();
    };
  return [
    operator('user_list-create', 'user_list?drawer=create', inWindow),
    operator('user_list-faults', 'user_list?drawer=create', { ...inWindow, act: inDialog('action.create') }),
    operator('user_list-no-match', 'user_list?search=zzzz'),
    operator('user_list-filters', 'user_list', { ...inWindow, act: press('list.more_filters') }),
    operator('user-edit', 'user_list', { ...inWindow, act: onFirst('action.edit') }),
    operator('user-act-as', 'user_list', { ...inWindow, act: onFirst('system.user.act_as') }),
    operator('user-disable', 'user_list', { ...inWindow, act: menuOf('system.person.disable') }),
    operator('user-move', 'user_list', { ...inWindow, act: menuOf('system.person.move') }),
    operator('user-reset', 'user_list', { ...inWindow, act: menuOf('system.person.reset_password') }),
    operator('user-link', 'user_list', { ...inWindow, act: menuOf('system.person.password_link') }),
    operator('role-create', 'role?drawer=create', inWindow),
    operator('role-copy', 'role', { ...inWindow, act: onFirst('system.role.copy') }),
    operator('role-menu-add', 'role?view=menu', { ...inWindow, act: press('system.menu_node.add') }),
    operator('role-menu-edit', 'role?view=menu', {
      ...inWindow,
      act: async ({ page }) => {
        await page.getByRole('main').locator('li button').nth(1).click();
        await page.getByRole('dialog').waitFor();
      },
    }),
    operator('ip_black-create', 'ip_black?drawer=create', inWindow),
    operator('ip_black-many', 'ip_black', { ...inWindow, act: press('system.ip_black.many') }),
    operator('log-view', 'log', {
      ...inWindow,
      act: async ({ page }) => {
        await page.locator('main td button, main td a').first().click();
        await page.getByRole('dialog').waitFor();
      },
    }),
    operator('log-chain', 'log', { ...inWindow, act: press('system.log.chain') }),
    operator('log-filters', 'log', { ...inWindow, act: press('list.more_filters') }),
    operator('log-no-match', 'log?ip=192.0.2.255'),
    operator('home_page_config-versions', 'home_page_config?tab=versions'),
    operator('default-password', 'subscriber_config_default', {
      ...inWindow,
      act: press('system.default_password.choose'),
    }),
    operator('plugins-view-data', 'plugins?drawer=view:qr&tab=data', inWindow),
    operator('plugins-view-history', 'plugins?drawer=view:qr&tab=history', inWindow),
    operator('archives', 'plugins?view=archives'),
    operator('person-nothing', 'person?id=ffffffffffffffffffffffff'),
    customer('account-key-create', 'update_password?tab=keys&drawer=create', inWindow),
    customer('account-set-up', 'update_password?tab=second_factor', {
      ...inWindow,
      act: press('system.second_factor.set_up'),
    }),
  ];
}
