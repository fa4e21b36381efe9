import { field } from '@waypost/contract';
import {
  Button,
  CallForm,
  Facts,
  notify,
  Panel,
  PendingState,
  useAction,
  useCall,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import styles from '../../../parts/shield.module.css';
import { CODE_POLICIES } from '../../../push/values.ts';
import { PUSH_SHAPE, pushConfigCall, testWebhookCall, updatePushCall } from '../calls.ts';
import { answerText } from './answer-text.ts';

const FIELDS = {
  codes: field(PUSH_SHAPE.codes, { control: 'radio', options: CODE_POLICIES }),
  reason: field(PUSH_SHAPE.reason, { control: 'textarea', default: '' }),
  freeze_share: field(PUSH_SHAPE.freeze_share, { unit: 'wechat-shield.policy.percent' }),
  tell_owner: field(PUSH_SHAPE.tell_owner, { control: 'switch', default: true }),
  tell_operators: field(PUSH_SHAPE.tell_operators, { control: 'switch', default: true }),
  appeal_link: field(PUSH_SHAPE.appeal_link, { control: 'url', default: '' }),
  webhook_url: field(PUSH_SHAPE.webhook_url, { control: 'url', default: '' }),
  webhook_secret: field(PUSH_SHAPE.webhook_secret, {
    control: 'password',
    autoComplete: 'off',
    draft: false,
    default: '',
  }),
};
/** The same as on the server: frozen codes need a reason that their owners read. */
const RULES = [
  {
    path: 'reason',
    messageKey: 'wechat-shield.fault.reason',
    holds: ({ codes, reason }: Record<string, unknown>) =>
      codes !== 'freeze' || String(reason ?? '').trim() !== '',
  },
];

/** What happens when WeChat blocks a domain. */
export function Policy() {
  const words = useWords();
  const may = usePermission();
  const { data, error, refetch } = useCall(pushConfigCall, {});
  if (!data) return <PendingState error={error} onRetry={refetch} lines={8} />;
  const { version, has_webhook_secret, ...set } = data;
  const mayWrite = may('wechat-shield.push:update');
  return (
    <div className={`${styles.stack} ${styles.narrow}`}>
      <Panel
        title={words('wechat-shield.policy.title')}
        {...(has_webhook_secret ? { text: words('wechat-shield.policy.has_secret') } : {})}
      >
        {mayWrite ? (
          <CallForm
            key={version}
            call={updatePushCall}
            name="wechat-shield.policy"
            about="policy"
            fields={FIELDS}
            rules={RULES}
            initial={{ ...set, webhook_secret: '' }}
            submit="action.save"
            toBody={(typed) => ({ ...typed, version })}
            onSent={() => {
              notify.success(words('form.saved'));
              void refetch();
            }}
          />
        ) : (
          <Facts
            facts={[
              [words('wechat-shield.policy.codes'), words(`wechat-shield.policy.codes.${set.codes}`)],
              [words('wechat-shield.policy.reason'), set.reason || '–'],
              [words('wechat-shield.policy.appeal_link'), set.appeal_link || '–'],
            ]}
          />
        )}
      </Panel>
      {mayWrite && set.webhook_url !== '' ? <TestWebhook /> : null}
    </div>
  );
}

function TestWebhook() {
  const words = useWords();
  const { run, isRunning } = useAction(testWebhookCall);
  const test = async () => {
    // A failure has been told by then.
    const done = await run({}).catch(() => undefined);
    if (done?.is_sent) notify.success(words('wechat-shield.policy.test.sent'));
    else if (done)
      notify.error(words('wechat-shield.policy.test.failed', { answer: answerText(done.answer, words) }));
  };
  return (
    <div>
      <Button isBusy={isRunning} onClick={() => void test()}>
        {words('wechat-shield.policy.test')}
      </Button>
    </div>
  );
}
