import type { SettingsChoice } from '@waypost/contract/platform';
import { useWords } from '@waypost/host-sdk';
import { ChoiceCards } from './ChoiceCards.tsx';

const CHOICES = ['keep', 'drop'] as const;

/** What becomes of the settings of a plugin that keeps nothing else. */
export function SettingsChoiceField(props: {
  value: SettingsChoice;
  onChange: (choice: SettingsChoice) => void;
}) {
  const words = useWords();
  return (
    <ChoiceCards
      {...props}
      legend={words('system.plugins.remove.settings')}
      choices={CHOICES}
      texts="system.plugins.settings_choice"
    />
  );
}
