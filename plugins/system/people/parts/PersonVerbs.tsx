import { IconEdit, IconMore } from '@arco-design/web-react/icon';
import { type ResultOf, YesNo } from '@waypost/contract';
import {
  Button,
  confirmDanger,
  MenuButton,
  type MenuItem,
  notify,
  type ThingHandle,
  useAction,
  usePermission,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import { type ReactNode, useState } from 'react';
import type { PersonCalls } from '../calls.ts';
import { MoveDrawer } from './MoveDrawer.tsx';
import { NewPassword } from './NewPassword.tsx';
import { PasswordLink } from './PasswordLink.tsx';
import type { Person } from './person.ts';

export interface PersonVerbsProps {
  person: Person;
  page: ThingHandle;
  calls: PersonCalls;
  /** Whose nodes guard the verbs, such as `system.user_admin`. */
  noun: string;
  /** The drawer with the person's fields; undefined: the caller may not change them. */
  edit?: ((onClose: () => void) => ReactNode) | undefined;
  /** Behind the button that edits. */
  buttons?: ReactNode;
  /** Answers the random password; `is_default`: the configured one was given, which operators know. */
  resetPassword: () => Promise<{ password: string | null; is_default?: boolean }>;
  enable: () => Promise<unknown>;
  /** Asks before anything is done. */
  disable: () => void;
  /** Seldom done, and to customers or to operators alone. */
  others?: readonly MenuItem[];
}

/** What can be done with somebody; what is done seldom stands in a menu, and what would shut out oneself nowhere. */
export function PersonVerbs(props: PersonVerbsProps) {
  const { person, page, calls, edit, others = [] } = props;
  const words = useWords();
  const [open, setOpen] = useState<'edit' | 'move'>();
  const [password, setPassword] = useState<string>();
  const [link, setLink] = useState<ResultOf<PersonCalls['passwordLink']>>();
  const items = useItems(props, { move: () => setOpen('move'), password: setPassword, link: setLink });
  const close = () => setOpen(undefined);
  // What hurts comes last.
  const sorted = [...items, ...others].toSorted(
    (one, other) => Number(one.isDangerous ?? false) - Number(other.isDangerous ?? false),
  );
  return (
    <>
      {edit ? (
        <Button icon={<IconEdit />} onClick={() => setOpen('edit')}>
          {words('action.edit')}
        </Button>
      ) : null}
      {props.buttons}
      {sorted.length > 0 ? (
        <MenuButton
          label={`${words('list.more_actions')}: ${person.account}`}
          icon={<IconMore />}
          items={sorted}
        />
      ) : null}
      {open === 'edit' ? edit?.(close) : null}
      {open === 'move' ? (
        <MoveDrawer call={calls.move} person={person} onDone={page.reload} onClose={close} />
      ) : null}
      {password === undefined ? null : (
        <NewPassword name={person.account} password={password} onClose={() => setPassword(undefined)} />
      )}
      {link ? (
        <PasswordLink
          name={person.account}
          token={link.token}
          expiresAt={link.expires_at}
          onClose={() => setLink(undefined)}
        />
      ) : null}
    </>
  );
}

interface Shown {
  move: () => void;
  password: (text: string) => void;
  link: (made: ResultOf<PersonCalls['passwordLink']>) => void;
}

function useItems(props: PersonVerbsProps, shown: Shown): MenuItem[] {
  const { person, page, calls, noun } = props;
  const words = useWords();
  const may = usePermission();
  const user = useUser();
  const makeLink = useAction(calls.passwordLink);
  const mailLink = useAction(calls.mailLink);
  const name = person.account;
  const isOwn = person.id === user?.id;
  const isOff = person.disabled === YesNo.yes;
  const item = (verb: string, isPossible: boolean, onSelect: () => void, right = verb): MenuItem[] =>
    isPossible && may(`${noun}:${right}`)
      ? [
          {
            name: verb,
            label: words(`system.person.${verb}`),
            isDangerous: verb === 'disable',
            onSelect,
          },
        ]
      : [];
  const resetNow = async () => {
    const made = await props.resetPassword();
    if (made.password) shown.password(made.password);
    else if (made.is_default) notify.success(words('system.person.reset_password.default', { name }));
    page.reload();
  };
  const linkNow = async () => {
    // A failure has been told by then.
    const made = await makeLink.run({ id: person.id }).catch(() => undefined);
    if (made) shown.link(made);
  };
  const mailNow = async () => {
    const sent = await mailLink.run({ id: person.id }).catch(() => undefined);
    if (sent) notify.success(words('system.person.mail_link.done', sent));
  };
  const enableNow = async () => {
    await props.enable().catch(() => undefined);
    page.reload();
  };
  return [
    ...item(
      'reset_password',
      !isOwn,
      () =>
        void confirmDanger({
          title: words('system.person.reset_password.title', { name }),
          text: words('system.person.reset_password.text'),
          verb: words('system.person.reset_password'),
          run: resetNow,
        }),
    ),
    ...item('password_link', !isOwn && !isOff, () => void linkNow()),
    ...item('mail_link', !isOwn && !isOff && Boolean(person.email), () => void mailNow(), 'password_link'),
    // Whoever cannot look people up has nobody to choose.
    ...item('move', may('system.account:read'), shown.move),
    ...item('enable', isOff, () => void enableNow()),
    ...item('disable', !isOwn && !isOff, props.disable),
  ];
}
