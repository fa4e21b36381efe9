import { IconRefresh } from '@arco-design/web-react/icon';
import {
  Panel,
  PendingState,
  ResourceList,
  TabbedPage,
  useCall,
  useClient,
  useReloadArea,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { SettingsForm } from '../plugins/parts/SettingsForm.tsx';
import { mailChangeSettings, mailSettings } from './calls.ts';
import styles from './page.module.css';
import { letter } from './resource.ts';
import { TestLetter } from './TestLetter.tsx';

const TONES = { state: { waiting: 'warning', sent: 'good', failed: 'bad' } } as const;
/** Where e-mail goes out, a test of it, and what became of the letters. */
export function Page() {
  const words = useWords();
  return (
    <TabbedPage
      title={words('menu.mail_config')}
      text={words('system.mail.text')}
      tabs={[
        { name: 'settings', title: 'system.mail.tab.settings', content: <Settings /> },
        {
          name: 'letters',
          title: 'system.mail.tab.letters',
          permission: 'system.mail:read',
          content: <Letters />,
        },
      ]}
    />
  );
}

function Settings() {
  const words = useWords();
  const client = useClient();
  const reload = useReloadArea(mailSettings.area);
  const { data, error, refetch } = useCall(mailSettings, {});
  if (!data) return <PendingState error={error} onRetry={refetch} lines={8} />;
  return (
    <div className={styles.stack}>
      <Panel title={words('system.mail.server')}>
        <SettingsForm
          view={data}
          isWritable
          save={(version, change) => client.call(mailChangeSettings, { version, change })}
          read={() => client.call(mailSettings, {})}
          reload={reload}
        />
      </Panel>
      <TestLetter isOn={data.values.mail_host !== '' && data.values.mail_from !== ''} />
    </div>
  );
}

function Letters() {
  const { act, reload } = useResource(letter);
  return (
    <ResourceList
      resource={letter}
      form={false}
      tones={TONES}
      hide={['retry']}
      columns={['subject', 'to', 'kind', 'state', 'attempts', 'answer', 'done_time']}
      rowActions={[
        {
          name: 'retry',
          label: 'system.mail.action.retry',
          icon: <IconRefresh />,
          permission: 'system.mail:retry',
          isVisible: ({ state }) => state === 'failed',
          run: async ({ id }) => {
            await act('retry', id);
            await reload();
          },
        },
      ]}
    />
  );
}
