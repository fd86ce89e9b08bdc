package paper

import (
	"math"
	"strconv"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

// channels are red, green and blue, from 0 to 255.
type channels [3]float64

// backgrounds are what terminals come with, or what many people choose.
var backgrounds = map[string]channels{
	"black":           {0, 0, 0},
	"white":           {255, 255, 255},
	"Solarized dark":  {0, 43, 54},
	"Solarized light": {253, 246, 227},
	"dark grey":       {30, 30, 30},
	"Ubuntu":          {48, 10, 36},
}

// fixedColor is one of the 216 colours of a terminal that no theme changes.
func fixedColor(t *testing.T, c lipgloss.Color) channels {
	t.Helper()
	n, err := strconv.Atoi(string(c))
	if err != nil || n < 16 || n > 231 {
		t.Fatalf("%s depends on the theme", c)
	}
	step := func(i int) float64 {
		if i == 0 {
			return 0
		}
		return float64(55 + 40*i)
	}
	n -= 16
	return channels{step(n / 36), step(n / 6 % 6), step(n % 6)}
}

// luminance and contrast are as WCAG 2 defines them.
func luminance(c channels) float64 {
	linear := func(v float64) float64 {
		if v /= 255; v <= 0.03928 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
}

func contrast(a, b channels) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast fails on a colour that cannot be read on some background. WCAG
// asks for 3 at least; more than 4.6 on black and white at once there is not.
func TestContrast(t *testing.T) {
	if got := contrast(channels{}, channels{255, 255, 255}); math.Abs(got-21) > 0.01 {
		t.Fatalf("black on white has a contrast of %.2f, not 21", got)
	}
	for name, c := range map[string]lipgloss.Color{"amber": amber, "red": red, "blue": blue} {
		for ground, b := range backgrounds {
			if got := contrast(fixedColor(t, c), b); got < 3 {
				t.Errorf("%s on %s has a contrast of %.1f", name, ground, got)
			}
		}
	}
}
