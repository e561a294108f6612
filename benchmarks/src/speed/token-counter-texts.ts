import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { seededRandom } from '../seeded-random.js';

/** A source file for counting. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const kinds = /\.(ts|js|mjs|cjs|md)$/;
/** Vocabularies and minified bundles are no ordinary text. */
const excluded = /\.min\.|tokenizer|tiktoken|vocab|\/dist-spec\//;
const minFileSize = 500;
const maxFileSize = 60_000;

/** Where source files are looked for, relative to the repository, and how many. */
export interface SourceFileQuery {
  readonly folders: readonly string[];
  readonly count: number;
}

/** Source files of this repository, evenly over all there are; the same ones for the same tree. */
export async function collectSourceFiles({ folders, count }: SourceFileQuery): Promise<SourceFile[]> {
  const paths: string[] = [];
  for (const folder of folders) {
    const root = fileURLToPath(new URL(`../../../${folder}/`, import.meta.url));
    const entries = await readdir(root, { recursive: true });
    paths.push(
      ...entries
        .filter((path) => kinds.test(path) && !excluded.test(path))
        .sort()
        .map((path) => root + path),
    );
  }
  const files: SourceFile[] = [];
  const step = Math.max(1, Math.floor(paths.length / (count * 2)));
  for (let at = 0; at < paths.length && files.length < count; at += step) {
    const path = paths[at] ?? '';
    const found = await stat(path);
    if (!found.isFile() || found.size < minFileSize || found.size > maxFileSize) continue;
    const text = await readFile(path, 'utf8');
    // Special-token strings, on which some of the others throw.
    if (!text.includes('<|')) files.push({ path, text });
  }
  return files;
}

/** A part of a text, in UTF-16 units. */
export interface TextPart {
  readonly name: string;
  readonly start: number;
  readonly length: number;
}

/** Ordinary text: parts of the files one after another. */
export function mixedTexts(files: readonly SourceFile[], parts: readonly TextPart[]): Record<string, string> {
  const all = files.map(({ text }) => text).join('\n');
  return Object.fromEntries(parts.map(({ name, start, length }) => [name, all.slice(start, start + length)]));
}

const vocabulary = {
  chinese:
    '我们 今天 讨论 系统 设计 数据 模型 需要 一个 可以 使用 的 了 在 是 和 不 工作 时间 问题 方法 函数 返回 结果 用户 文件 代码',
  japanese:
    'これ は です を に が で する した こと 設計 関数 データ 結果 利用 時間 問題 ファイル コード システム モデル と も から',
  korean:
    '우리는 오늘 시스템 설계를 논의합니다 데이터 모델이 필요합니다 함수 결과를 반환 사용자 파일 코드 시간 문제 방법 그리고 하지만',
  emoji: '😀 🎉 👍🏽 👨‍👩‍👧 🇩🇪 ❤️ 🚀 ✅ 🧑‍💻 🏳️‍🌈 🔥 done! 🙏 👀 💡',
};

/** Chinese, Japanese, Korean and emoji, each of about `length` UTF-16 units, from a fixed seed. */
export function generatedTexts(length: number): Record<string, string> {
  const random = seededRandom(7);
  const spacer = { chinese: '', japanese: '', korean: ' ', emoji: '' };
  return Object.fromEntries(
    (Object.keys(vocabulary) as (keyof typeof vocabulary)[]).map((language) => {
      const words = vocabulary[language].split(' ');
      let text = '';
      for (let word = 0; text.length < length; word++) {
        text += (words[Math.floor(random() * words.length)] ?? '') + spacer[language];
        if (random() < 0.1) text += language === 'korean' || language === 'emoji' ? '. ' : '。';
        if (random() < 0.01) text += '\n';
      }
      return [language, text];
    }),
  );
}

/** Texts on which tokenizers are known to take minutes, of about `length` UTF-16 units, and an ordinary one in a line. */
export function hardTexts(mixed: string, length: number): Record<string, string> {
  const random = seededRandom(11);
  return {
    '100,000 equal letters': 'a'.repeat(length),
    '100,000 spaces': ' '.repeat(length),
    '100,000 equal Chinese characters': '中'.repeat(length),
    '100,000 random letters': Array.from({ length }, () => 'abcdefghij'[Math.floor(random() * 10)]).join(''),
    '200 KB of base64': Buffer.from(Array.from({ length: 1.5 * length }, () => Math.floor(random() * 256))).toString(
      'base64',
    ),
    '1 MB without line ends': mixed.replace(/\s*\n\s*/g, ' '),
  };
}
