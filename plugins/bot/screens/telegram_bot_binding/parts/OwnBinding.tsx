import { Alert } from '@arco-design/web-react';
import { field, type ResultOf } from '@waypost/contract';
import {
  Button,
  CallForm,
  Can,
  confirmDanger,
  EmptyState,
  Facts,
  notify,
  Panel,
  PendingState,
  ScreenLink,
  useAction,
  useCall,
  useClient,
  useFormat,
  useReloadArea,
  useTopic,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { z } from 'zod';
import { makeLinkCall, ownBinding, testMessage, unbindCall } from '../calls.ts';
import { BindLink } from './BindLink.tsx';
import styles from './bot.module.css';
import { Choices } from './Choices.tsx';

type Own = ResultOf<typeof ownBinding>;
type Binding = NonNullable<Own['binding']>;

/** How often it is looked whether a link was opened, where the page is not told. */
const POLL_MS = 3_000;
const FIELDS = {
  old_password: field(
    z.string().superRefine((text, context) => {
      if (text === '') context.addIssue({ code: 'custom', message: 'bot.link.fault.old_password' });
    }),
    { sealed: true, autoComplete: 'current-password' },
  ),
};

/** The own chat: bound, or how to bind one. */
export function OwnBinding() {
  const words = useWords();
  const [made, setMade] = useState<ResultOf<typeof makeLinkCall>>();
  const { data, error, refetch } = useCall(
    ownBinding,
    {},
    made === undefined ? {} : { refetchInterval: POLL_MS },
  );
  useTopic('bot.binding', () => void refetch());
  if (!data) return <PendingState error={error} onRetry={refetch} lines={6} />;
  const { bot, binding, link } = data;
  if (bot === null)
    return (
      <EmptyState
        title={words('bot.page.off.title')}
        text={words('bot.page.off.text')}
        action={
          <Can permission="bot.settings:read">
            <ScreenLink to="telegram_bot_binding?tab=bot">{words('bot.page.off.verb')}</ScreenLink>
          </Can>
        }
      />
    );
  if (binding?.is_bound) return <Bound binding={binding} own={data} onEnded={() => setMade(undefined)} />;
  return (
    <div className={styles.stack}>
      {binding === null ? null : (
        <Alert
          type={binding.end_reason === 'self' || binding.end_reason === 'command' ? 'info' : 'warning'}
          content={words(`bot.page.over.${binding.end_reason}`)}
        />
      )}
      {made !== undefined && link !== null && link.refused_time !== null ? (
        <Alert type="warning" content={words('bot.page.link.refused')} />
      ) : null}
      <Panel
        title={words(made === undefined ? 'bot.page.bind.title' : 'bot.page.link.title')}
        text={
          made === undefined
            ? words('bot.page.bind.text', { username: bot.username })
            : words('bot.page.link.text')
        }
      >
        {made === undefined ? null : <BindLink made={made} />}
        <Can permission="bot.binding:create">
          <MakeLink isAgain={made !== undefined} onMade={setMade} />
        </Can>
      </Panel>
    </div>
  );
}

function MakeLink({
  isAgain,
  onMade,
}: {
  isAgain: boolean;
  onMade: (made: ResultOf<typeof makeLinkCall>) => void;
}) {
  return (
    <div className={styles.form}>
      <CallForm
        call={makeLinkCall}
        name="bot.link"
        about="link"
        fields={FIELDS}
        submit={isAgain ? 'bot.page.bind.again' : 'bot.page.bind.verb'}
        {...(isAgain ? { submitKind: 'secondary' as const } : {})}
        onSent={onMade}
      />
    </div>
  );
}

function Bound({ binding, own, onEnded }: { binding: Binding; own: Own; onEnded: () => void }) {
  const words = useWords();
  const format = useFormat();
  const reload = useReloadArea(ownBinding.area);
  const test = useAction(testMessage);
  const client = useClient();
  const { first_name, username, bind_time, id } = binding;
  const name = username === '' ? first_name : `@${username}`;
  const sendTest = async () => {
    const answer = await test.run({}).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.is_sent) notify.success(words('bot.page.test.sent'));
    else notify.error(words('bot.page.test.failed', { answer: answer.answer }));
    await reload();
  };
  const end = async () => {
    const question = {
      title: `${words('bot.page.unbind')}: ${name}`,
      text: words('bot.page.unbind.text', { name: name || words('bot.page.chat') }),
      verb: words('bot.page.unbind'),
    };
    await confirmDanger({
      ...question,
      run: async () => {
        await client.call(unbindCall, { id });
        onEnded();
        notify.success(words('bot.page.unbind.done'));
        await reload();
      },
    });
  };
  return (
    <div className={styles.stack}>
      <Panel title={words('bot.page.bound.title')}>
        <Facts
          facts={[
            [words('bot.page.bound.to'), username === '' ? first_name : `${first_name} (@${username})`],
            [words('bot.page.bound.since'), format.exact(bind_time)],
            [words('bot.page.bound.bot'), `@${own.bot?.username ?? ''}`],
          ]}
        />
        <div className={styles.buttons}>
          <Can permission="bot.binding:test">
            <Button isBusy={test.isRunning} onClick={() => void sendTest()}>
              {words('bot.page.test')}
            </Button>
          </Can>
          <Can permission="bot.binding:delete">
            <Button kind="text" onClick={() => void end()}>
              {words('bot.page.unbind')}
            </Button>
          </Can>
        </div>
      </Panel>
      <Can permission="bot.binding:update">
        <Choices own={own} locale={binding.locale} />
      </Can>
    </div>
  );
}
