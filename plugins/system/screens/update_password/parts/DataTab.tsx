import { IconDownload } from '@arco-design/web-react/icon';
import { field } from '@waypost/contract';
import {
  Button,
  CallForm,
  clientStore,
  FormSection,
  Panel,
  PendingState,
  ResourceField,
  sessionAtom,
  useAction,
  useCall,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { CLOSED_CODES, closeOwnAccount, closingState, exportOwnData } from '../../../own-account/calls.ts';
import { typedPassword } from '../check.ts';
import styles from '../page.module.css';

const FIELDS = {
  codes: field(closeOwnAccount.body.shape.codes, {
    options: CLOSED_CODES,
    default: 'keep',
  }),
  old_password: field(typedPassword, { sealed: true, autoComplete: 'current-password' }),
};

/** What is kept of the account to take along, and the end of it. */
export function DataTab() {
  const words = useWords();
  const track = useTrackOperation();
  const { run, isRunning } = useAction(exportOwnData);
  const start = async () => {
    // A failure has been told by then.
    const started = await run({}).catch(() => undefined);
    if (started !== undefined) track(started.id);
  };
  return (
    <div className={styles.stack}>
      <Panel
        title={words('system.own_account.export')}
        text={words('system.own_account.export.text')}
        actions={
          <Button icon={<IconDownload />} isBusy={isRunning} onClick={() => void start()}>
            {words('system.own_account.export.start')}
          </Button>
        }
      >
        {null}
      </Panel>
      <Closing />
    </div>
  );
}

function Closing() {
  const words = useWords();
  const { data, error, refetch } = useCall(closingState, {});
  if (!data) return <PendingState error={error} onRetry={refetch} lines={4} />;
  if (!data.may_close) return null;
  const leave = () => {
    clientStore.set(sessionAtom, undefined);
    location.hash = '#/admin_login';
    location.reload();
  };
  return (
    <Panel title={words('system.own_account.close')} text={words('system.own_account.close.text')}>
      {data.reasons.length > 0 ? (
        <ul>
          {data.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <div className={styles.form}>
          <CallForm
            call={closeOwnAccount}
            name="system.own_account"
            fields={FIELDS}
            submit="system.own_account.close"
            submitKind="danger"
            onSent={leave}
          >
            <FormSection>
              {data.codes > 0 ? <ResourceField name="codes" /> : null}
              <ResourceField name="old_password" />
            </FormSection>
          </CallForm>
        </div>
      )}
    </Panel>
  );
}
