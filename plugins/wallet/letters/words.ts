import type { LetterWords } from '@waypost/sdk';
import english from '../locales/en-US.json' with { type: 'json' };
import swahili from '../locales/sw-KE.json' with { type: 'json' };
import chinese from '../locales/zh-CN.json' with { type: 'json' };
import payoutEnglish from '../screens/acting_withdrawal_list/en-US.json' with { type: 'json' };
import payoutSwahili from '../screens/acting_withdrawal_list/sw-KE.json' with { type: 'json' };
import payoutChinese from '../screens/acting_withdrawal_list/zh-CN.json' with { type: 'json' };

/** What people are told of their money. */
export const WORDS: LetterWords = {
  'zh-CN': { ...chinese, ...payoutChinese },
  'en-US': { ...english, ...payoutEnglish },
  'sw-KE': { ...swahili, ...payoutSwahili },
};
