export const replay = {
  view: 'View',
  replay: 'Replay',
  text: 'Text',
  play: 'Play',
  pause: 'Pause',
  seek: 'Position',
  position: '{at} of {length}',
  speed: 'Speed',
  times: '{speed, number}×',
  shorten: 'Shorten pauses',
  screen: 'Screen of {file}',
  screen_hint:
    '“Text” above shows the output as text. Arrow keys: five seconds back or forward. K: play or pause.',
  unreadable: 'This is not a recording that Damson can replay. Download it to see what it is.',
  without_times:
    'Without its times it is shown as text. Add the file {file} from the recording to replay it.',
  cut: 'The beginning of a long output. Download the file to see the rest.',
  unread: '{count, plural, one {# line could not be read.} other {# lines could not be read.}}',
  typed: 'What was typed is left out unless the terminal showed it.',
} as const;
