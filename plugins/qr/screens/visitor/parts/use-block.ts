import { notify, type RowAction, useClient, usePermission, useWords } from '@waypost/host-sdk';
import type { Visitor } from '../calls.ts';

/** Whoever may keep people out of everything does; others keep them from their own codes. */
const EVERYWHERE = 'system.ip_black:create';
const OWN_CODES = 'system.visit_block:create';

/** Refusing an address beside a visitor: everywhere for operators, on the own codes for their owner. */
export function useBlockVisitor(): RowAction<Visitor>[] {
  const words = useWords();
  const client = useClient();
  const isEverywhere = usePermission()(EVERYWHERE);
  const reach = isEverywhere ? 'everywhere' : 'own';
  return [
    {
      name: 'block',
      label: 'qr.visit.block',
      permission: isEverywhere ? EVERYWHERE : OWN_CODES,
      isDangerous: true,
      isVisible: ({ ip }) => ip !== '',
      confirm: ({ ip }) => ({
        title: words('qr.visit.block.title', { ip }),
        text: words(`qr.visit.block.text.${reach}`),
        verb: words('qr.visit.block'),
      }),
      run: async ({ ip }) => {
        if (isEverywhere) await client.post('ip_black', 'add', { ip });
        else await client.post('visit_block', 'add', { value: ip });
        notify.success(words(`qr.visit.block.done.${reach}`, { ip }));
      },
    },
  ];
}
