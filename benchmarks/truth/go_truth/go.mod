module errdex.example/go_truth

go 1.19
