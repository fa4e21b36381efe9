import { of, type Shot } from './contact-acts.ts';

const operator = of('super');

/** Opens the first row of the list that is shown, then the tab. */
const firstRow =
  (tab?: string): Shot['act'] =>
  async ({ page }) => {
    await page.locator('main td a').first().click();
    await page.waitForURL(/id=/);
    await page.getByRole('tab').first().waitFor();
    if (tab === undefined) return;
    await page.locator(`[role=tab][data-tab$="${tab}"]`).click();
    await page.locator(`[role=tab][data-tab$="${tab}"][aria-selected=true]`).waitFor();
  };

/** People, their roles and what is kept of them. */
export function peopleShots(): readonly Shot[] {
  return [
    of('stranger')('set-password', 'set_password?token=nothing'),
    operator('user_list'),
    ...['', 'money', 'access', 'explain', 'history', 'codes'].map((tab) =>
      operator(`user-${tab || 'page'}`, 'user_list', { act: firstRow(tab || undefined) }),
    ),
    operator('operator-page', 'administrators', { act: firstRow() }),
    operator('role'),
    operator('role-page', 'role', { act: firstRow() }),
    operator('role-compare', 'role', { act: firstRow('compare') }),
    operator('role-menu', 'role?view=menu'),
    ...[
      'ip_black',
      'log',
      'log_type',
      'log_config',
      'backups',
      'mail_config',
      'subscriber_config_default',
    ].map((route) => operator(route)),
  ];
}
