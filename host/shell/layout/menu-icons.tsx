import {
  IconApps,
  IconArchive,
  IconBook,
  IconBranch,
  IconBug,
  IconCalendar,
  IconCalendarClock,
  IconCheckCircle,
  IconCheckSquare,
  IconClockCircle,
  IconCloud,
  IconCloudDownload,
  IconCode,
  IconCodeSquare,
  IconCommand,
  IconCommon,
  IconCompass,
  IconCopyright,
  IconDashboard,
  IconDelete,
  IconDesktop,
  IconDownload,
  IconDriveFile,
  IconEmail,
  IconExclamationCircle,
  IconExperiment,
  IconExport,
  IconEye,
  IconFile,
  IconFileImage,
  IconFilter,
  IconFindReplace,
  IconFire,
  IconFolder,
  IconGift,
  IconHistory,
  IconHome,
  IconIdcard,
  IconImage,
  IconImport,
  IconInteraction,
  IconLanguage,
  IconLayout,
  IconLink,
  IconList,
  IconLiveBroadcast,
  IconLocation,
  IconLock,
  IconMessage,
  IconMindMapping,
  IconMosaic,
  IconNav,
  IconNotification,
  IconOrderedList,
  IconPalette,
  IconPaste,
  IconPauseCircle,
  IconPen,
  IconPlus,
  IconPrinter,
  IconPublic,
  IconQrcode,
  IconRobot,
  IconSafe,
  IconScan,
  IconSchedule,
  IconSearch,
  IconSend,
  IconSettings,
  IconShareAlt,
  IconSort,
  IconSound,
  IconStamp,
  IconStar,
  IconStop,
  IconStorage,
  IconSubscribed,
  IconSun,
  IconSwap,
  IconSync,
  IconTags,
  IconThunderbolt,
  IconTool,
  IconTrophy,
  IconUpload,
  IconUser,
  IconUserAdd,
  IconUserGroup,
  IconWechat,
  IconWifi,
} from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';

/** What Arco has no picture for, drawn as its pictures are: lines on a ground of 48 by 48. */
function Drawn({ lines }: { lines: string }) {
  return (
    <svg
      className="arco-icon"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      aria-hidden="true"
      focusable="false"
    >
      <path d={lines} />
    </svg>
  );
}

/** A key, its bow up on the right. */
const KEY = 'M31 5a12 12 0 1 1-8 21L7 42v-7h6v-6h6l4-4A12 12 0 0 1 31 5ZM32 16h.1';
/** Three bars, for figures. */
const BARS = 'M5 42h38M12 34V22M24 34V7M36 34V15';
/** A line that beats, as of a heart. */
const PULSE = 'M4 26h10l5-14 9 25 6-17 3 6h7';

/** A shield with a tick: Arco's own is the safe, which a screen has. */
function Shield() {
  return (
    <svg
      className="arco-icon"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M24 4 41 10v13c0 11-7.5 17.5-17 21C14.5 40.5 7 34 7 23V10L24 4ZM16 24l6 6 11-12" />
    </svg>
  );
}

/** Icons that a menu node may name. A plugin from outside that names another gets the plain one. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  apps: <IconApps />,
  archive: <IconArchive />,
  book: <IconBook />,
  branch: <IconBranch />,
  bug: <IconBug />,
  calendar: <IconCalendar />,
  'calendar-clock': <IconCalendarClock />,
  chart: <Drawn lines={BARS} />,
  'check-circle': <IconCheckCircle />,
  'check-square': <IconCheckSquare />,
  clock: <IconClockCircle />,
  cloud: <IconCloud />,
  'cloud-download': <IconCloudDownload />,
  code: <IconCode />,
  'code-square': <IconCodeSquare />,
  command: <IconCommand />,
  common: <IconCommon />,
  compass: <IconCompass />,
  copyright: <IconCopyright />,
  dashboard: <IconDashboard />,
  delete: <IconDelete />,
  desktop: <IconDesktop />,
  download: <IconDownload />,
  'drive-file': <IconDriveFile />,
  email: <IconEmail />,
  'exclamation-circle': <IconExclamationCircle />,
  experiment: <IconExperiment />,
  export: <IconExport />,
  eye: <IconEye />,
  file: <IconFile />,
  'file-image': <IconFileImage />,
  filter: <IconFilter />,
  'find-replace': <IconFindReplace />,
  fire: <IconFire />,
  folder: <IconFolder />,
  gift: <IconGift />,
  history: <IconHistory />,
  home: <IconHome />,
  idcard: <IconIdcard />,
  image: <IconImage />,
  import: <IconImport />,
  interaction: <IconInteraction />,
  key: <Drawn lines={KEY} />,
  language: <IconLanguage />,
  layout: <IconLayout />,
  link: <IconLink />,
  list: <IconList />,
  'live-broadcast': <IconLiveBroadcast />,
  location: <IconLocation />,
  lock: <IconLock />,
  message: <IconMessage />,
  'mind-mapping': <IconMindMapping />,
  mosaic: <IconMosaic />,
  nav: <IconNav />,
  notification: <IconNotification />,
  'ordered-list': <IconOrderedList />,
  palette: <IconPalette />,
  paste: <IconPaste />,
  'pause-circle': <IconPauseCircle />,
  pen: <IconPen />,
  plus: <IconPlus />,
  printer: <IconPrinter />,
  public: <IconPublic />,
  pulse: <Drawn lines={PULSE} />,
  qrcode: <IconQrcode />,
  robot: <IconRobot />,
  safe: <IconSafe />,
  scan: <IconScan />,
  schedule: <IconSchedule />,
  search: <IconSearch />,
  send: <IconSend />,
  settings: <IconSettings />,
  share: <IconShareAlt />,
  shield: <Shield />,
  sort: <IconSort />,
  sound: <IconSound />,
  stamp: <IconStamp />,
  star: <IconStar />,
  stop: <IconStop />,
  storage: <IconStorage />,
  subscribed: <IconSubscribed />,
  sun: <IconSun />,
  swap: <IconSwap />,
  sync: <IconSync />,
  tags: <IconTags />,
  thunderbolt: <IconThunderbolt />,
  tool: <IconTool />,
  trophy: <IconTrophy />,
  upload: <IconUpload />,
  user: <IconUser />,
  'user-add': <IconUserAdd />,
  'user-group': <IconUserGroup />,
  wechat: <IconWechat />,
  wifi: <IconWifi />,
};

/** The names that a menu node may give. */
export const MENU_ICONS: readonly string[] = Object.keys(ICONS);

export function menuIcon(name: string): ReactNode {
  return ICONS[name] ?? <IconFile />;
}
