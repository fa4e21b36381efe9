/** Groups that plugins share; larger is listed first. A group without screens is not listed. */
const GROUPS: Readonly<Record<string, { icon: string; sort: number }>> = {
  statistics: { icon: 'chart', sort: 900 },
  codes: { icon: 'qrcode', sort: 800 },
  domains: { icon: 'link', sort: 700 },
  shield: { icon: 'shield', sort: 650 },
  money: { icon: 'star', sort: 600 },
  agents: { icon: 'user-add', sort: 550 },
  people: { icon: 'user', sort: 300 },
  content: { icon: 'palette', sort: 250 },
  platform: { icon: 'settings', sort: 200 },
  records: { icon: 'file', sort: 150 },
  database: { icon: 'pause-circle', sort: 140 },
  account: { icon: 'user', sort: 100 },
};

/** Names of the groups that plugins share. */
export const MENU_GROUPS: ReadonlySet<string> = new Set(Object.keys(GROUPS));

/** How a group looks in the menu; those that plugins bring stand last. */
export const groupLook = (name: string) => GROUPS[name] ?? { icon: 'apps', sort: 0 };

/** Locale key of a group's name. */
export const groupKey = (name: string) => `menu.group.${name}`;
