import { confirm, notify, type ThingHandle, useAction, useWords } from '@waypost/host-sdk';
import { roleDefault } from '../calls.ts';
import type { RoleRow } from '../resource.ts';

/** Asks, then lets whoever registers have the role. */
export function useMakeDefault({ id, name }: RoleRow, page: ThingHandle): () => Promise<void> {
  const words = useWords();
  const { run } = useAction(roleDefault);
  return async () => {
    const isMeant = await confirm({
      title: `${words('system.role.make_default')}: ${name}`,
      text: words('system.role.make_default.text', { name }),
      verb: words('system.role.make_default'),
      isDangerous: false,
    });
    if (!isMeant) return;
    const isDone = await run({ id }).then(
      () => true,
      // The action has said why.
      () => false,
    );
    if (!isDone) return;
    notify.success(words('system.role.make_default.done'));
    page.reload();
  };
}
