import { Input, InputNumber, Switch } from '@arco-design/web-react';
import { field, type PlatformSettings, platformSettingsShape, YesNo } from '@waypost/contract';
import {
  ApiError,
  Button,
  ColourChoice,
  confirm,
  controlModel,
  KeptWorkLine,
  notify,
  Panel,
  useClient,
  useErrorText,
  useKeptWork,
  useUnsavedGuard,
  useWords,
} from '@waypost/host-sdk';
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { type Configuration, configurationUpdate } from './calls.ts';
import { PictureField } from './PictureField.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import styles from './page.module.css';
import { SettingField } from './SettingField.tsx';
import { useConfirmAddress } from './use-public-address.ts';

interface ConfigurationFormProps {
  loaded: Configuration;
  onSaved: () => void;
}

export function ConfigurationForm({ loaded, onSaved }: ConfigurationFormProps) {
  const words = useWords();
  const { values, set, kept, faults, isBusy, submit } = useConfiguration({ loaded, onSaved });
  const label = (name: keyof Configuration) => words(`system.configuration.${name}`);

  const toggle = (name: 'allow_registration' | 'invitation_code_update' | 'maintenance') => (
    <SettingField
      label={label(name)}
      help={words(`system.configuration.${name}.help`)}
      fault={faults[name]}
      isInline
    >
      {(field) => (
        <Switch
          {...field}
          checked={values[name] === YesNo.yes}
          onChange={(isOn) => set({ [name]: isOn ? YesNo.yes : YesNo.no })}
        />
      )}
    </SettingField>
  );
  const figure = (name: 'login_failure_limit' | 'login_failure_minute', maximum: number) => (
    <SettingField label={label(name)} fault={faults[name]}>
      {(field) => (
        <InputNumber
          {...field}
          min={1}
          max={maximum}
          precision={0}
          value={values[name]}
          suffix={words(`system.configuration.${name}.unit`)}
          onChange={(value) => set({ [name]: value })}
        />
      )}
    </SettingField>
  );

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <KeptWorkLine kept={kept} />
      <PlaceFields
        installation={loaded.installation}
        values={values}
        faults={faults}
        onChange={set}
        onGivenUp={onSaved}
      />
      <Panel title={words('system.configuration.section.website')}>
        <SettingField
          label={label('website_title')}
          help={words('system.configuration.website_title.help')}
          fault={faults.website_title}
        >
          {(field) => (
            <Input
              {...field}
              value={values.website_title}
              maxLength={60}
              onChange={(website_title) => set({ website_title })}
            />
          )}
        </SettingField>
        <PictureField kind="logo" address={loaded.logo} />
        <PictureField kind="icon" address={loaded.icon} />
        <ColourChoice
          label={label('website_color')}
          value={values.website_color}
          onChange={(website_color) => set({ website_color })}
        />
      </Panel>
      <Panel title={words('system.configuration.section.registration')}>
        {toggle('allow_registration')}
        <SettingField
          label={label('no_registration_tip')}
          help={words('system.configuration.no_registration_tip.help')}
          fault={faults.no_registration_tip}
        >
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
      </Panel>
      <Panel title={words('system.configuration.section.sign_in')}>
        <div className={styles.pair}>
          {figure('login_failure_limit', 1000)}
          {figure('login_failure_minute', 10_080)}
        </div>
      </Panel>
      <Panel title={words('system.configuration.section.maintenance')}>{toggle('maintenance')}</Panel>
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {words('action.save')}
        </Button>
      </div>
    </form>
  );
}

type Values = PlatformSettings & { time_zone: string };

const RESOURCE = { name: 'system.configuration' };
const MODELS = Object.entries({ ...platformSettingsShape, time_zone: z.string() }).map(([name, schema]) =>
  controlModel(name, field(schema)),
);

/** What is typed, and how it is kept; a maintenance that begins and an address that changes are asked about first. */
function useConfiguration({ loaded, onSaved }: ConfigurationFormProps) {
  const words = useWords();
  const client = useClient();
  const errorText = useErrorText();
  const agreed = useConfirmAddress();
  const [start] = useState(() => valuesOf(loaded));
  const [values, setValues] = useState(start);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const kept = useKeptWork({
    // Settings that somebody else has saved since are others: what was typed for these is not put over them.
    props: {
      resource: RESOURCE,
      mode: 'edit',
      about: String(loaded.version),
      source: undefined,
      initial: start,
    },
    models: MODELS,
    state: { values, start, restart: (next) => setValues({ ...start, ...next }) },
    row: undefined,
    setRow: () => undefined,
    onStale: () => undefined,
  });
  const isDirty = MODELS.some(({ name }) => values[name as keyof Values] !== start[name as keyof Values]);
  const guard = useUnsavedGuard(isDirty, kept.drop);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const isStopping = values.maintenance === YesNo.yes && loaded.maintenance === YesNo.no;
    const question = {
      title: words('system.configuration.maintenance.confirm_title'),
      text: words('system.configuration.maintenance.confirm'),
      verb: words('system.configuration.maintenance.verb'),
    };
    if (isStopping && !(await confirm(question))) return;
    const isMoving = values.public_url.trim() !== loaded.public_url;
    if (isMoving && !(await agreed(loaded.installation))) return;
    setBusy(true);
    setFaults({});
    try {
      const { time_zone, ...settings } = values;
      const change = time_zone === start.time_zone ? settings : values;
      await client.call(configurationUpdate, { ...change, version: loaded.version });
      guard.release();
      kept.drop();
      notify.success(words('form.saved'));
      onSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.issues.length === 0) notify.error(errorText(error));
      setFaults(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])));
    } finally {
      setBusy(false);
    }
  }

  return { values, set, kept, faults, isBusy, submit };
}

function valuesOf({
  logo: _logo,
  icon: _icon,
  version: _version,
  installation,
  ...settings
}: Configuration): Values {
  return { ...settings, time_zone: installation.time_zone.zone };
}
