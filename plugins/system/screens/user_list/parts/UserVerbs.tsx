import { type RowOf, YesNo } from '@waypost/contract';
import {
  Button,
  beginActing,
  confirm,
  confirmDanger,
  loadAs,
  type MenuItem,
  notify,
  type ThingHandle,
  useAction,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { PersonForm } from '../../../people/parts/PersonForm.tsx';
import { PersonVerbs } from '../../../people/parts/PersonVerbs.tsx';
import { actAsUser, changeUserKind, enableUsers, resetUserPassword, userCalls } from '../calls.ts';
import { SEE_ALL_USERS, userResource } from '../resource.ts';
import { DisableDrawer } from './DisableDrawer.tsx';
import { RoleDrawer } from './RoleDrawer.tsx';
import { useUserRoles } from './use-user-roles.ts';

interface VerbsProps {
  user: RowOf<typeof userResource>;
  page: ThingHandle;
}

/** What can be done with a customer. */
export function UserVerbs({ user, page }: VerbsProps) {
  const words = useWords();
  const may = usePermission();
  const [isDisabling, setIsDisabling] = useState(false);
  const enable = useAction(enableUsers);
  const reset = useAction(resetUserPassword);
  const actAs = useActAs(user);
  const [isGivingRole, setIsGivingRole] = useState(false);
  const others = useChangeOfKind({ user, page, giveRole: () => setIsGivingRole(true) });
  const operators = may(SEE_ALL_USERS) ? ['member_expiry', 'domain_quota'] : [];
  return (
    <>
      <PersonVerbs
        person={user}
        page={page}
        calls={userCalls}
        noun="system.user_admin"
        edit={
          may('system.user:update')
            ? (onClose) => (
                <PersonForm
                  resource={userResource}
                  row={user}
                  fields={['name', 'phone', 'email', 'share_ratio', ...operators]}
                  onSaved={page.reload}
                  onClose={onClose}
                />
              )
            : undefined
        }
        buttons={
          may('system.user_admin:act_as') && user.disabled === YesNo.no ? (
            <Button onClick={() => void actAs()}>{words('system.user.act_as')}</Button>
          ) : null
        }
        resetPassword={() => reset.run({ id: user.id })}
        enable={() => enable.run({ ids: [user.id] })}
        disable={() => setIsDisabling(true)}
        others={others}
      />
      {isDisabling ? (
        <DisableDrawer users={[user]} onDone={page.reload} onClose={() => setIsDisabling(false)} />
      ) : null}
      {isGivingRole ? (
        <RoleDrawer user={user} onDone={page.reload} onClose={() => setIsGivingRole(false)} />
      ) : null}
    </>
  );
}

function useActAs(user: VerbsProps['user']): () => Promise<void> {
  const words = useWords();
  const begin = useAction(actAsUser);
  return async () => {
    const isSure = await confirm({
      title: words('system.user.act_as.title', { name: user.account }),
      text: words('system.user.act_as.text'),
      verb: words('system.user.act_as'),
      isDangerous: false,
    });
    if (!isSure) return;
    // A failure has been told by then.
    const opened = await begin.run({ id: user.id }).catch(() => undefined);
    if (!opened) return;
    beginActing({ token: opened.token, user: opened.user_info });
    loadAs();
  };
}

function useChangeOfKind({ user, page, giveRole }: VerbsProps & { giveRole: () => void }): MenuItem[] {
  const words = useWords();
  const change = useAction(changeUserKind);
  const { mayChoose, hasOwn } = useUserRoles();
  if (!mayChoose) return [];
  // Where operators have made roles there is more to choose from than the other kind.
  if (hasOwn) return [{ name: 'change_role', label: words('system.user.change_role'), onSelect: giveRole }];
  const kind = user.kind === 'agent' ? 'customer' : 'agent';
  const verb = `system.user.make_${kind}`;
  const run = async () => {
    await change.run({ id: user.id, version: user.version, kind });
    notify.success(words('form.saved'));
    page.reload();
  };
  const ask = () =>
    confirmDanger({
      title: words(`${verb}.title`, { name: user.account }),
      text: words(`${verb}.text`),
      verb: words(verb),
      run,
    });
  return [{ name: `make_${kind}`, label: words(verb), onSelect: () => void ask() }];
}
