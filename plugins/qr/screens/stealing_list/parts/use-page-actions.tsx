import { IconStop, IconUserGroup } from '@arco-design/web-react/icon';
import { notify, type RowAction, useClient, useGo, usePermission, useWords } from '@waypost/host-sdk';
import type { ForeignPage } from '../calls.ts';

/** Whoever may keep people out of everything blocks a page for every code; others for their own. */
const EVERYWHERE = 'system.ip_black:create';
/** A name that the list of blocks takes for a page's: an address would be taken for a visitor's. */
const PAGE_HOST = /\.[a-z][a-z0-9-]*[a-z0-9]$/;

/** What can be done about a foreign page: refuse whoever comes through it, or look at who came. */
export function usePageActions(): RowAction<ForeignPage>[] {
  const words = useWords();
  const client = useClient();
  const go = useGo();
  const reach = usePermission()(EVERYWHERE) ? 'everywhere' : 'own';
  return [
    {
      name: 'block',
      label: 'qr.foreign_page.block',
      icon: <IconStop />,
      permission: 'system.visit_block:create',
      isDangerous: true,
      isVisible: ({ host }) => PAGE_HOST.test(host),
      confirm: ({ host }) => ({
        title: words('qr.foreign_page.block.title', { host }),
        text: words(`qr.foreign_page.block.text.${reach}`),
        verb: words('qr.foreign_page.block'),
      }),
      run: async ({ host }) => {
        await client.post('visit_block', 'add', { value: host });
        notify.success(words(`qr.foreign_page.block.done.${reach}`, { host }));
      },
    },
    {
      name: 'visitors',
      label: 'qr.foreign_page.visitors',
      icon: <IconUserGroup />,
      permission: 'qr.visit:read',
      run: ({ host }) => go('visitor', { search: host }),
    },
  ];
}
