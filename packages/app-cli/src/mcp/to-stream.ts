import { Writable } from 'node:stream';

import type { TextSink } from '../command-io.js';

/** Stream for messages of the protocol. */
export function toStream(sink: TextSink): Writable {
  if (sink instanceof Writable) return sink;
  return new Writable({
    decodeStrings: false,
    write: (text, _encoding, written) => {
      sink.write(String(text));
      written();
    },
  });
}
