/** Two soft tones, a fourth apart, in hertz; how long each sounds and how loud they are at most. */
const tones = [659, 880]
const toneSeconds = 0.5
const loudness = 0.12

/** The sound at the end of a timer. A browser that lets no page sound before a gesture stays silent. */
export function chime(): void {
  const audio = new AudioContext()
  for (const [index, frequency] of tones.entries()) {
    const from = audio.currentTime + index * 0.22
    const volume = audio.createGain()
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(loudness, from + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + toneSeconds)
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume).connect(audio.destination)
    tone.start(from)
    tone.stop(from + toneSeconds)
    if (index === tones.length - 1) tone.onended = () => void audio.close()
  }
}
