import { Input } from '@arco-design/web-react';
import { type PlatformSettings, SUBSCRIBER_SETTINGS } from '@waypost/contract';
import { KeptWorkLine, useClient, useWords } from '@waypost/host-sdk';
import { SettingField } from '../../settings/SettingField.tsx';
import { SettingNumber } from '../../settings/SettingNumber.tsx';
import { SettingSection } from '../../settings/SettingSection.tsx';
import { SettingSwitch } from '../../settings/SettingSwitch.tsx';
import { SettingsSaveBar } from '../../settings/SettingsSaveBar.tsx';
import styles from '../../settings/settings.module.css';
import { TypedSettings } from '../../settings/settings-context.tsx';
import { useSettingsForm } from '../../settings/use-settings-form.ts';
import { type SubscriberConfig, subscriberConfigUpdate, zSubscriberConfig } from './calls.ts';

type Values = Pick<PlatformSettings, (typeof SUBSCRIBER_SETTINGS)[number]>;

const CUSTOMERS = ['share_ratio', 'online_status'] as const;
const REGISTRATION = ['allow_registration', 'no_registration_tip', 'invitation_code_update'] as const;
const LOGIN = ['login_failure_limit', 'login_failure_minute'] as const;

interface SubscriberFormProps {
  loaded: SubscriberConfig;
  onSaved: () => void;
  onOutdated: () => void;
}

/** The form of what holds for customers, in three parts. */
export function SubscriberForm({ loaded, onSaved, onOutdated }: SubscriberFormProps) {
  const words = useWords();
  const client = useClient();
  const { values, set, kept, faults, isBusy, isDirty, submit, discard } = useSettingsForm<Values>({
    name: 'system.subscriber_config_default',
    shape: zSubscriberConfig.shape,
    version: loaded.version,
    stored: Object.fromEntries(SUBSCRIBER_SETTINGS.map((name) => [name, loaded[name]])) as Values,
    send: (change, version) => client.call(subscriberConfigUpdate, { ...change, version }),
    onSaved,
    onOutdated,
  });
  const figure = (name: (typeof LOGIN)[number] | 'share_ratio') => (
    <SettingNumber
      name={name}
      value={values[name]}
      fault={faults[name]}
      isWhole={name !== 'share_ratio'}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const toggle = (name: 'online_status' | 'allow_registration' | 'invitation_code_update') => (
    <SettingSwitch
      name={name}
      value={values[name]}
      fault={faults[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const title = (section: string) => words(`system.subscriber_config_default.section.${section}`);
  return (
    <TypedSettings values={values}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <KeptWorkLine kept={kept} />
        <SettingSection name="customers" title={title('customers')} names={CUSTOMERS}>
          {figure('share_ratio')}
          {toggle('online_status')}
        </SettingSection>
        <SettingSection name="registration" title={title('registration')} names={REGISTRATION}>
          {toggle('allow_registration')}
          <SettingField name="no_registration_tip" fault={faults.no_registration_tip}>
            {(field) => (
              <Input.TextArea
                {...field}
                value={values.no_registration_tip}
                maxLength={500}
                autoSize={{ minRows: 2, maxRows: 6 }}
                onChange={(no_registration_tip) => set({ no_registration_tip })}
              />
            )}
          </SettingField>
          {toggle('invitation_code_update')}
        </SettingSection>
        <SettingSection name="login" title={title('login')} names={LOGIN}>
          <div className={styles.pair}>
            {figure('login_failure_limit')}
            {figure('login_failure_minute')}
          </div>
        </SettingSection>
        <SettingsSaveBar isDirty={isDirty} isBusy={isBusy} discard={discard} />
      </form>
    </TypedSettings>
  );
}
