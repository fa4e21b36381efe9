import { Alert } from '@arco-design/web-react';
import { field, type ResultOf } from '@waypost/contract';
import {
  Absent,
  Button,
  CallForm,
  Can,
  CopyText,
  confirmDanger,
  Facts,
  notify,
  Panel,
  PendingState,
  RelativeTime,
  useCall,
  useClient,
  useFormat,
  usePermission,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { MODES } from '../../../telegram/values.ts';
import { BOT_SHAPE, botDetails, botRemove, botUpdate, ownBinding } from '../calls.ts';
import styles from './bot.module.css';

type Bot = ResultOf<typeof botDetails>;

/** How often the standing of the bot is looked at. */
const POLL_MS = 10_000;
const FIELDS = {
  token: field(BOT_SHAPE.token, { control: 'password', autoComplete: 'off', draft: false, default: '' }),
  api_root: field(BOT_SHAPE.api_root, { control: 'url', default: '' }),
  mode: field(BOT_SHAPE.mode, { control: 'radio', options: MODES }),
  is_password_on: field(BOT_SHAPE.is_password_on, { control: 'switch', default: true }),
  gather_seconds: field(BOT_SHAPE.gather_seconds, { unit: 'bot.settings.gather_seconds.unit' }),
  per_second: field(BOT_SHAPE.per_second),
};

/** What a super administrator alone sets. */
const LEADS_OUT: ReadonlySet<string> = new Set(['token', 'api_root']);

function settingsText({ has_token, may_lead_out }: Bot, words: ReturnType<typeof useWords>) {
  if (!may_lead_out) return { text: words('bot.settings.super') };
  return has_token ? { text: words('bot.settings.token.kept') } : {};
}

/** The bot: whether it works, and what is set. */
export function BotSettings() {
  const words = useWords();
  const may = usePermission();
  const reload = useReloadArea(ownBinding.area);
  const { data, error, refetch } = useCall(botDetails, {}, { refetchInterval: POLL_MS });
  if (!data) return <PendingState error={error} onRetry={refetch} lines={8} />;
  const { version, mode, is_password_on, per_second, gather_seconds, api_root, has_token, may_lead_out } =
    data;
  const changed = async () => {
    notify.success(words('form.saved'));
    await Promise.all([refetch(), reload()]);
  };
  return (
    <div className={styles.stack}>
      <Standing bot={data} />
      {has_token ? <Numbers bot={data} /> : null}
      {may('bot.settings:update') ? (
        <Panel title={words('bot.settings.setup')} {...settingsText(data, words)}>
          <CallForm
            key={version}
            call={botUpdate}
            name="bot.settings"
            about="bot"
            fields={FIELDS}
            initial={{ token: '', api_root, mode, is_password_on, gather_seconds, per_second }}
            submit="action.save"
            asks={(name) => may_lead_out || !LEADS_OUT.has(name)}
            toBody={({ token, api_root: root, ...typed }) => ({
              ...typed,
              ...(may_lead_out ? { token, api_root: root } : {}),
              version,
            })}
            onSent={() => void changed()}
          />
        </Panel>
      ) : null}
      {has_token && may_lead_out ? (
        <Can permission="bot.settings:update">
          <Remove bot={data} onDone={() => void changed()} />
        </Can>
      ) : null}
    </div>
  );
}

function Standing({ bot: { has_token, fault, fault_text: text, username } }: { bot: Bot }) {
  const words = useWords();
  if (!has_token) return <Alert type="info" content={words('bot.settings.missing')} />;
  return (
    <div role="status">
      <Alert
        type={fault === '' ? 'success' : 'error'}
        content={
          fault === ''
            ? words('bot.settings.on', { username })
            : words(`bot.settings.fault.${fault}`, { text })
        }
      />
    </div>
  );
}

function Numbers({ bot }: { bot: Bot }) {
  const words = useWords();
  const format = useFormat();
  const { username, name, mode, webhook, api_root, bound, waiting } = bot;
  const time = (value: string | null) => (value === null ? <Absent /> : <RelativeTime value={value} />);
  return (
    <Panel title={words('bot.settings.state')}>
      <Facts
        facts={[
          [words('bot.settings.bot'), `${name} (@${username})`],
          [words('bot.settings.connected'), time(bot.connected_time)],
          [words('bot.settings.heard'), time(bot.heard_time)],
          [words('bot.settings.last_update'), time(bot.update_time)],
          [words('bot.settings.last_fault'), <LastFault key="fault" bot={bot} />],
          [words('bot.settings.bound'), format.number(bound)],
          [words('bot.settings.waiting'), format.number(waiting)],
          ...(api_root === '' ? [] : ([[words('bot.settings.api_root'), api_root]] as const)),
          ...(mode === 'webhook'
            ? ([
                [words('bot.settings.webhook'), <CopyText key="webhook" value={webhook} ellipsis="middle" />],
              ] as const)
            : []),
        ]}
      />
    </Panel>
  );
}

function LastFault({ bot: { last_fault, last_fault_text: text, last_fault_time } }: { bot: Bot }) {
  const words = useWords();
  if (last_fault === '' || last_fault_time === null) return <Absent />;
  return (
    <>
      {words(`bot.settings.fault.${last_fault}`, { text })} · <RelativeTime value={last_fault_time} />
    </>
  );
}

function Remove({ bot: { version, bound }, onDone }: { bot: Bot; onDone: () => void }) {
  const words = useWords();
  const client = useClient();
  const remove = () =>
    confirmDanger({
      title: words('bot.settings.remove'),
      text: words('bot.settings.remove.text', { count: bound }),
      verb: words('bot.settings.remove'),
      run: async () => {
        await client.call(botRemove, { version });
        onDone();
      },
    });
  return (
    <div>
      <Button kind="text" onClick={() => void remove()}>
        {words('bot.settings.remove')}
      </Button>
    </div>
  );
}
