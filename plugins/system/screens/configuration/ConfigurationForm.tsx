import { Input } from '@arco-design/web-react';
import { type PlatformSettings, platformSettingsShape, YesNo } from '@waypost/contract';
import { ColourChoice, confirm, KeptWorkLine, useClient, useWords } from '@waypost/host-sdk';
import { z } from 'zod';
import { SettingField } from '../../settings/SettingField.tsx';
import { SettingNote } from '../../settings/SettingNote.tsx';
import { SettingNumber } from '../../settings/SettingNumber.tsx';
import { SettingSection } from '../../settings/SettingSection.tsx';
import { SettingSwitch } from '../../settings/SettingSwitch.tsx';
import { SettingsSaveBar } from '../../settings/SettingsSaveBar.tsx';
import settingStyles from '../../settings/settings.module.css';
import { TypedSettings, useShown } from '../../settings/settings-context.tsx';
import { useSettingsForm } from '../../settings/use-settings-form.ts';
import { type Configuration, configurationUpdate } from './calls.ts';
import { PictureField } from './PictureField.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { isPublicAddress, useConfirmAddress } from './use-public-address.ts';

const WEBSITE = ['website_title', 'logo', 'icon', 'website_color'] as const;

interface ConfigurationFormProps {
  loaded: Configuration;
  onSaved: () => void;
  onOutdated: () => void;
}

export function ConfigurationForm({ loaded, onSaved, onOutdated }: ConfigurationFormProps) {
  const words = useWords();
  const { values, set, kept, faults, isBusy, isDirty, submit, discard } = useConfiguration({
    loaded,
    onSaved,
    onOutdated,
  });
  return (
    <TypedSettings values={values}>
      <form className={settingStyles.form} noValidate onSubmit={(event) => void submit(event)}>
        <KeptWorkLine kept={kept} />
        <PlaceFields
          installation={loaded.installation}
          values={values}
          faults={faults}
          onChange={set}
          onGivenUp={onSaved}
        />
        <SettingSection name="website" title={words('system.configuration.section.website')} names={WEBSITE}>
          <SettingField name="website_title" fault={faults.website_title} isDefaultNamed>
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
          <Colour value={values.website_color} onChange={(website_color) => set({ website_color })} />
        </SettingSection>
        <SettingSection
          name="operators"
          title={words('system.configuration.section.operators')}
          names={['operator_second_factor']}
        >
          <SettingSwitch
            name="operator_second_factor"
            value={values.operator_second_factor}
            fault={faults.operator_second_factor}
            onChange={(operator_second_factor) => set({ operator_second_factor })}
          />
        </SettingSection>
        <SettingSection
          name="messages"
          title={words('system.configuration.section.messages')}
          names={['sent_message_days']}
        >
          <SettingNumber
            name="sent_message_days"
            value={values.sent_message_days}
            fault={faults.sent_message_days}
            onChange={(sent_message_days) => set({ sent_message_days })}
          />
        </SettingSection>
        <SettingSection
          name="maintenance"
          title={words('system.configuration.section.maintenance')}
          names={['maintenance']}
        >
          <SettingSwitch
            name="maintenance"
            value={values.maintenance}
            fault={faults.maintenance}
            onChange={(maintenance) => set({ maintenance })}
          />
        </SettingSection>
        <SettingsSaveBar isDirty={isDirty} isBusy={isBusy} discard={discard} />
      </form>
    </TypedSettings>
  );
}

function Colour({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const words = useWords();
  if (!useShown(['website_color'])) return null;
  return (
    <div className={settingStyles.field}>
      <ColourChoice label={words('system.configuration.website_color')} value={value} onChange={onChange} />
      <SettingNote name="website_color" onDefault={(first) => onChange(String(first))} />
    </div>
  );
}

/** What has its home here. */
type Values = Pick<
  PlatformSettings,
  | 'operator_second_factor'
  | 'sent_message_days'
  | 'maintenance'
  | 'website_title'
  | 'website_color'
  | 'public_url'
> & { time_zone: string };
const { operator_second_factor, sent_message_days, maintenance, website_title, website_color, public_url } =
  platformSettingsShape;
const SHAPE = {
  operator_second_factor,
  sent_message_days,
  maintenance,
  website_title,
  website_color,
  public_url: public_url.refine(isPublicAddress),
  time_zone: z.string(),
};

/** A maintenance that begins and an address that changes are asked about first. */
function useConfiguration({ loaded, onSaved, onOutdated }: ConfigurationFormProps) {
  const words = useWords();
  const client = useClient();
  const agreed = useConfirmAddress();
  const { operator_second_factor, sent_message_days, maintenance } = loaded;
  const { website_title, website_color, public_url } = loaded;
  const time_zone = loaded.installation.time_zone.zone;

  async function agree(values: Values): Promise<boolean> {
    const isStopping = values.maintenance === YesNo.yes && loaded.maintenance === YesNo.no;
    const question = {
      title: words('system.configuration.maintenance.confirm_title'),
      text: words('system.configuration.maintenance.confirm'),
      verb: words('system.configuration.maintenance.verb'),
    };
    if (isStopping && !(await confirm(question))) return false;
    const isMoving = values.public_url.trim() !== loaded.public_url;
    return !isMoving || agreed(loaded.installation);
  }

  return useSettingsForm<Values>({
    name: 'system.configuration',
    shape: SHAPE,
    version: loaded.version,
    stored: {
      operator_second_factor,
      sent_message_days,
      maintenance,
      website_title,
      website_color,
      public_url,
      time_zone,
    },
    send: (change, version) => client.call(configurationUpdate, { ...change, version }),
    agree,
    onSaved,
    onOutdated,
  });
}
