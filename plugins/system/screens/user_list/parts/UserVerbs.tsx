import { IconEdit, IconMore } from '@arco-design/web-react/icon';
import { type ResultOf, type RowOf, YesNo } from '@waypost/contract';
import {
  Button,
  beginActing,
  confirm,
  confirmDanger,
  Drawer,
  loadAs,
  MenuButton,
  type MenuItem,
  notify,
  ResourceForm,
  type ThingHandle,
  useAction,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { PasswordLink } from '../../../people/parts/PasswordLink.tsx';
import { NewPassword } from '../../administrators/NewPassword.tsx';
import { actAsUser, changeUserKind, enableUsers, resetUserPassword, userCalls } from '../calls.ts';
import { SEE_ALL_USERS, userResource } from '../resource.ts';
import { DisableDrawer } from './DisableDrawer.tsx';
import { MoveDrawer } from './MoveDrawer.tsx';

type User = RowOf<typeof userResource>;
type Link = ResultOf<typeof userCalls.passwordLink>;
interface VerbsProps {
  user: User;
  page: ThingHandle;
}

/** What can be done with a customer; what is done seldom stands in a menu. */
export function UserVerbs({ user, page }: VerbsProps) {
  const words = useWords();
  const may = usePermission();
  const [open, setOpen] = useState<'edit' | 'disable' | 'move'>();
  const [password, setPassword] = useState<string>();
  const [link, setLink] = useState<Link>();
  const close = () => setOpen(undefined);
  const { actAs, items } = useVerbs({ user, page }, { open: setOpen, password: setPassword, link: setLink });
  return (
    <>
      {may('system.user:update') ? (
        <Button icon={<IconEdit />} onClick={() => setOpen('edit')}>
          {words('action.edit')}
        </Button>
      ) : null}
      {may('system.user_admin:act_as') && user.disabled === YesNo.no ? (
        <Button onClick={() => void actAs()}>{words('system.user.act_as')}</Button>
      ) : null}
      {items.length > 0 ? (
        <MenuButton
          label={`${words('list.more_actions')}: ${user.account}`}
          icon={<IconMore />}
          items={items}
        />
      ) : null}
      {open === 'edit' ? <EditDrawer user={user} page={page} onClose={close} /> : null}
      {open === 'disable' ? <DisableDrawer users={[user]} onDone={page.reload} onClose={close} /> : null}
      {open === 'move' ? <MoveDrawer user={user} onDone={page.reload} onClose={close} /> : null}
      {password === undefined ? null : (
        <NewPassword name={user.account} password={password} onClose={() => setPassword(undefined)} />
      )}
      {link ? (
        <PasswordLink
          name={user.account}
          token={link.token}
          expiresAt={link.expires_at}
          onClose={() => setLink(undefined)}
        />
      ) : null}
    </>
  );
}

interface Shown {
  open: (what: 'disable' | 'move') => void;
  password: (text: string) => void;
  link: (made: Link) => void;
}

function useVerbs({ user, page }: VerbsProps, shown: Shown) {
  const words = useWords();
  const may = usePermission();
  const enable = useAction(enableUsers);
  const reset = useAction(resetUserPassword);
  const makeLink = useAction(userCalls.passwordLink);
  const mailLink = useAction(userCalls.mailLink);
  const change = useAction(changeUserKind);
  const begin = useAction(actAsUser);
  const name = user.account;
  const ask = (verb: string, run: () => Promise<unknown>) =>
    confirmDanger({
      title: words(`system.user.${verb}.title`, { name }),
      text: words(`system.user.${verb}.text`),
      verb: words(`system.user.${verb}`),
      run,
    });
  const item = (verb: string, onSelect: () => void, isDangerous = false): MenuItem => ({
    name: verb,
    label: words(`system.user.${verb}`),
    isDangerous,
    onSelect,
  });
  const offered = (verb: string, made: MenuItem, when = true) =>
    when && may(`system.user_admin:${verb}`) ? [made] : [];
  const isOff = user.disabled === YesNo.yes;
  const kind = user.kind === 'agent' ? 'customer' : 'agent';

  const resetNow = async () => {
    const made = await reset.run({ id: user.id });
    if (made.password) shown.password(made.password);
  };
  const linkNow = async () => {
    // A failure has been told by then.
    const made = await makeLink.run({ id: user.id }).catch(() => undefined);
    if (made) shown.link(made);
  };
  const mailNow = async () => {
    const sent = await mailLink.run({ id: user.id }).catch(() => undefined);
    if (sent) notify.success(words('system.user.mail_link.done', sent));
  };
  const changeNow = async () => {
    await change.run({ id: user.id, version: user.version, kind });
    notify.success(words('form.saved'));
    page.reload();
  };
  const enableNow = async () => {
    await enable.run({ ids: [user.id] }).catch(() => undefined);
    page.reload();
  };
  const actAs = async () => {
    const question = {
      title: words('system.user.act_as.title', { name }),
      text: words('system.user.act_as.text'),
      verb: words('system.user.act_as'),
    };
    if (!(await confirm({ ...question, isDangerous: false }))) return;
    const opened = await begin.run({ id: user.id }).catch(() => undefined);
    if (!opened) return;
    beginActing({ token: opened.token, user: opened.user_info });
    loadAs();
  };
  return {
    actAs,
    items: [
      ...offered(
        'reset_password',
        item('reset_password', () => void ask('reset_password', resetNow)),
      ),
      ...offered(
        'password_link',
        item('password_link', () => void linkNow()),
        !isOff,
      ),
      ...offered(
        'password_link',
        item('mail_link', () => void mailNow()),
        !isOff && user.email !== '',
      ),
      ...offered(
        'move',
        item('move', () => shown.open('move')),
        may(SEE_ALL_USERS),
      ),
      ...offered(
        'change_role',
        item(`make_${kind}`, () => void ask(`make_${kind}`, changeNow)),
      ),
      ...offered(
        'enable',
        item('enable', () => void enableNow()),
        isOff,
      ),
      ...offered(
        'disable',
        item('disable', () => shown.open('disable'), true),
        !isOff,
      ),
    ],
  };
}

function EditDrawer({ user, page, onClose }: VerbsProps & { onClose: () => void }) {
  const may = usePermission();
  const operators = may(SEE_ALL_USERS) ? ['member_expiry', 'domain_quota'] : [];
  const fields = ['name', 'phone', 'email', 'share_ratio', ...operators];
  return (
    <ResourceForm
      resource={userResource}
      mode="edit"
      row={user}
      only={fields}
      sections={[{ fields }]}
      onCancel={onClose}
      onSaved={() => {
        page.reload();
        onClose();
      }}
      frame={({ title, body, buttons, onClose: leave }) => (
        <Drawer title={title} isOpen onClose={leave} footer={buttons}>
          {body}
        </Drawer>
      )}
    />
  );
}
