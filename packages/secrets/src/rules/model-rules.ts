import type { SecretRule } from './secret-rule.js';

/** Rules for model providers and related tools. */
export const modelRules: readonly SecretRule[] = [
  {
    id: 'openai',
    what: 'OpenAI API key',
    marks: ['sk-'],
    pattern:
      /sk-(?:(?:proj|svcacct|admin|service|None)-[\w-]{20,250}|(?:[\w-]{16,80})T3BlbkFJ[\w-]{16,80}|[A-Za-z0-9]{48})(?![\w-])/u,
  },
  {
    id: 'anthropic',
    what: 'Anthropic API key',
    marks: ['sk-ant-'],
    pattern: /sk-ant-(?:api|admin|oat|ort|sid)\d{2}-[\w-]{40,200}(?![\w-])/u,
  },
  { id: 'openrouter', what: 'OpenRouter API key', marks: ['sk-or-'], pattern: /sk-or-v\d-[a-f0-9]{64}/u },
  {
    id: 'huggingface',
    what: 'Hugging Face token',
    marks: ['hf_', 'api_org_'],
    pattern: /(?:hf_[A-Za-z0-9]{34}|api_org_[A-Za-z0-9]{34})/u,
  },
  { id: 'groq', what: 'Groq API key', marks: ['gsk_'], pattern: /gsk_[A-Za-z0-9]{40,64}/u },
  { id: 'perplexity', what: 'Perplexity API key', marks: ['pplx-'], pattern: /pplx-[A-Za-z0-9]{40,64}/u },
  { id: 'xai', what: 'xAI API key', marks: ['xai-'], pattern: /xai-[A-Za-z0-9]{64,100}/u },
  { id: 'replicate', what: 'Replicate API token', marks: ['r8_'], pattern: /r8_[\w-]{37}(?![\w-])/u },
  { id: 'nvidia', what: 'NVIDIA API key', marks: ['nvapi-'], pattern: /nvapi-[\w-]{60,72}(?![\w-])/u },
  { id: 'cerebras', what: 'Cerebras API key', marks: ['csk-'], pattern: /csk-[a-z0-9]{48}/u },
  {
    id: 'langsmith',
    what: 'LangSmith API key',
    marks: ['lsv2_'],
    pattern: /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/u,
  },
  {
    id: 'langfuse',
    what: 'Langfuse secret key',
    marks: ['sk-lf-'],
    pattern: /sk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/u,
  },
  { id: 'tavily', what: 'Tavily API key', marks: ['tvly-'], pattern: /tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}/u },
  { id: 'elevenlabs', what: 'ElevenLabs API key', marks: ['sk_'], pattern: /sk_[a-f0-9]{48}/u },
];
